//===- FwdBwdPageParts.h - What every page has ---------------- -*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_FWDBWDPAGEPARTS_H
#define REMAT_LIB_ANALYSIS_FWDBWDPAGEPARTS_H

#include "llvm/ADT/StringRef.h"

namespace remat::page {

/// Up to the title. The policy keeps the page from loading anything.
inline constexpr llvm::StringLiteral head = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
)html";

inline constexpr llvm::StringLiteral legend = R"html(<ul class="legend">
<li><span class="r stored">%1</span> kept for the backward pass</li>
<li><span class="r argument">%x</span> an argument or a result that it reads</li>
<li class="replayed">computed again</li>
<li class="remade">made again at no cost</li>
<li class="barrier">barrier</li>
<li class="gradient">gradient</li>
</ul>
<p class="hint">Point at a residual, or move to it by Tab: it is shown where it is made and where it is read. Enter goes to the next place, Escape lets go.</p>
)html";

inline constexpr llvm::StringLiteral style = R"css(
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f6f7f9; --edge: #d5d9e0; --ink: #1d2330;
  --quiet: #667085; --stored: #9a4a00; --stored-ground: #ffe9cc;
  --argument: #0b5cad; --argument-ground: #dcebfb; --again: #7b2fa6;
  --again-ground: #f5eafb; --gradient: #14703c; --gradient-ground: #def4e6;
  --on: #ffd54a; --on-ink: #1d1500; --on-line: #fff3c4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171d; --panel: #1b1f27; --edge: #363d4a; --ink: #e3e7ee;
    --quiet: #98a2b3; --stored: #ffb765; --stored-ground: #432a0c;
    --argument: #84bdff; --argument-ground: #142f4e; --again: #d69bf5;
    --again-ground: #2c1c38; --gradient: #6ddb98; --gradient-ground: #12321f;
    --on: #ffd54a; --on-ink: #1d1500; --on-line: #4a4010;
  }
}
* { box-sizing: border-box; }
html, body { margin: 0; height: 100%; }
body {
  display: flex; flex-direction: column; background: var(--ground);
  color: var(--ink); font: 14px/1.45 system-ui, sans-serif;
}
header { padding: 10px 16px 4px; }
h1 { margin: 0 0 2px; font: 600 18px/1.3 ui-monospace, monospace; }
h2 { margin: 0; padding: 6px 12px; font-size: 13px; font-weight: 600;
     border-bottom: 1px solid var(--edge); background: var(--panel); }
header ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px;
            margin: 2px 0; padding: 0; }
.legend { color: var(--quiet); font-size: 13px; }
:where(.legend li[class]) { border-left: 4px solid; padding: 0 6px; }
.hint { margin: 2px 0; color: var(--quiet); font-size: 12px; }
.residuals { margin: 0 16px 8px; }
.residuals > summary { cursor: pointer; font-weight: 600; font-size: 13px; }
.scroll { max-height: 24vh; overflow: auto; border: 1px solid var(--edge);
          margin-top: 4px; }
table { border-collapse: collapse; width: 100%;
        font: 12px/1.5 ui-monospace, monospace; }
th { position: sticky; top: 0; background: var(--panel); text-align: left;
     font-weight: 600; }
th, td { padding: 1px 10px; vertical-align: top; }
td { overflow-wrap: anywhere; }
td.name { overflow-wrap: normal; white-space: nowrap; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.stored .name { color: var(--stored); }
tr.argument .name, tr.result .name { color: var(--argument); }
main { flex: 1 1 auto; min-height: 300px; display: flex; gap: 10px;
       padding: 0 16px 12px; }
section { flex: 1 1 0; min-width: 0; display: flex; flex-direction: column;
          border: 1px solid var(--edge); }
.code { flex: 1 1 auto; overflow: auto; position: relative; padding: 4px 0;
        font: 12px/1.5 ui-monospace, monospace; }
.line { padding: 0 8px 0 calc(6px + 6ch); text-indent: -6ch;
        border-left: 4px solid transparent; overflow-wrap: anywhere;
        white-space: pre-wrap; }
.body { margin-left: 12px; border-left: 1px solid var(--edge); }
summary.line { cursor: pointer; list-style: none; }
summary.line::-webkit-details-marker { display: none; }
.line::before { content: ""; display: inline-block; width: 2ch; text-indent: 0;
                color: var(--quiet); }
.legend li::before { margin-right: 6px; }
.replayed::before { content: "\21bb"; color: var(--again); }
.remade::before { content: "="; }
.barrier::before { content: "#"; }
.gradient::before { content: "\2207"; color: var(--gradient); }
summary.line::before { content: "\25be"; color: inherit; }
details:not([open]) > summary.line::before { content: "\25b8"; }
details:not([open]) > summary.line::after { content: " \2026"; }
.line.replayed, .legend .replayed { border-left-color: var(--again);
                                    background: var(--again-ground); }
.line.remade, .legend .remade { border-left-color: var(--quiet);
                                color: var(--quiet); }
.line.barrier, .legend .barrier { border-left: 4px dotted var(--quiet);
                                  color: var(--quiet); }
.line.gradient, .legend .gradient { border-left-color: var(--gradient);
                                    background: var(--gradient-ground); }
.legend .replayed { color: var(--again); }
.legend .gradient { color: var(--gradient); }
.r { padding: 0 2px; border-radius: 3px; cursor: pointer; text-indent: 0; }
.r.stored { color: var(--stored); background: var(--stored-ground); }
.r.argument, .r.result { color: var(--argument); background: var(--argument-ground); }
.r.made { font-weight: 700; text-decoration: underline; }
.line.line.on, tr.on { background: var(--on-line); }
.line.twin { outline: 1px solid var(--again); outline-offset: -1px; }
.r.on { background: var(--on); color: var(--on-ink); }
:focus-visible { outline: 2px solid var(--argument); outline-offset: 1px; }
#tip { position: fixed; max-width: min(520px, 90vw); padding: 6px 10px; z-index: 2;
       background: var(--ink); color: var(--ground); border-radius: 4px;
       font: 12px/1.5 ui-monospace, monospace; pointer-events: none;
       overflow-wrap: anywhere; white-space: pre-wrap; }
@media (max-width: 800px) {
  html, body { height: auto; }
  main { flex-direction: column; }
  .code { max-height: 70vh; }
}
)css";

inline constexpr llvm::StringLiteral script = R"js('use strict';
(() => {
  const tip = document.getElementById('tip');
  const panes = ['forward', 'backward'].map(id => document.getElementById(id));
  const rows = new Map(), places = new Map(), ops = new Map();
  const gather = (map, key, element) =>
      map.has(key) ? map.get(key).push(element) : map.set(key, [element]);
  document.querySelectorAll('tr[data-r]').forEach(e => rows.set(e.dataset.r, e));
  document.querySelectorAll('.code [data-r]')
      .forEach(e => gather(places, e.dataset.r, e));
  document.querySelectorAll('.line[data-op]')
      .forEach(e => gather(ops, e.dataset.op, e));

  let lit = [], current = null, twins = [];
  const light = element => { element.classList.add('on'); lit.push(element); };
  const release = () => {
    lit.forEach(e => e.classList.remove('on'));
    lit = [];
    current = null;
    tip.hidden = true;
  };

  const reveal = (pane, element) => {
    for (let e = element; e !== pane; e = e.parentElement)
      if (e.tagName === 'DETAILS') e.open = true;
    const box = element.getBoundingClientRect();
    const around = pane.getBoundingClientRect();
    if (box.top < around.top || box.bottom > around.bottom)
      pane.scrollTop += box.top - around.top - pane.clientHeight / 3;
  };

  const describe = number => {
    const cells = rows.get(number).cells;
    const bytes = cells[1].textContent;
    const uses = panes[1].querySelectorAll(`.r[data-r="${number}"]`).length;
    return `${cells[0].textContent}: ${cells[2].textContent}\n` +
        `${bytes}${bytes === 'dynamic' ? ' size' : ' bytes'}, read ` +
        `${uses === 1 ? 'once' : uses + ' times'} in the backward pass`;
  };

  const placeTip = element => {
    const box = element.getBoundingClientRect();
    tip.hidden = false;
    const left = Math.min(box.left, innerWidth - tip.offsetWidth - 8);
    const below = box.bottom + 6 + tip.offsetHeight <= innerHeight;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top =
        `${below ? box.bottom + 6 : box.top - tip.offsetHeight - 6}px`;
  };

  const show = element => {
    const number = element.dataset.r;
    if (current !== number) {
      release();
      current = number;
      light(rows.get(number));
      for (const place of places.get(number) || []) {
        light(place);
        light(place.closest('.line'));
      }
      // Where it is made in one pane, where it is first read in the other.
      for (const pane of panes) {
        if (pane.contains(element)) continue;
        const there = [...pane.querySelectorAll(`.r[data-r="${number}"]`)];
        const best = there.find(e => e.classList.contains('made')) || there[0];
        if (best) reveal(pane, best);
      }
    }
    if (element === rows.get(number)) return;
    tip.textContent = describe(number);
    placeTip(element);
  };

  const goOn = element => {
    const all = places.get(element.dataset.r) || [];
    const next = all[(all.indexOf(element) + 1) % all.length];
    if (!next) return;
    reveal(panes.find(pane => pane.contains(next)), next);
    next.focus({preventScroll: true});
  };

  const showTwins = line => {
    twins.forEach(e => e.classList.remove('twin'));
    twins = line ? ops.get(line.dataset.op) : [];
    twins.forEach(e => e.classList.add('twin'));
  };

  const residualAt = event => event.target.closest('[data-r]');
  // The tip says more than the place in the source.
  places.forEach(all => all.forEach(e => { e.title = ''; }));
  panes.forEach(pane => pane.addEventListener('scroll', () => {
    const element = pane.querySelector('.r:hover, .r:focus');
    if (element && !tip.hidden) placeTip(element);
  }));
  document.addEventListener('pointerover', event => {
    const element = residualAt(event);
    element ? show(element) : current !== null && release();
    showTwins(event.target.closest('.line[data-op]'));
  });
  document.addEventListener('focusin', event => {
    const element = residualAt(event);
    if (element) show(element);
  });
  document.addEventListener('focusout', release);
  document.addEventListener('click', event => {
    const element = residualAt(event);
    if (!element) return;
    event.preventDefault();
    goOn(element);
  });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') release();
    const element = residualAt(event);
    if (element && event.key === 'Enter') {
      event.preventDefault();
      goOn(element);
    }
  });
})();
)js";

} // namespace remat::page

#endif // REMAT_LIB_ANALYSIS_FWDBWDPAGEPARTS_H
