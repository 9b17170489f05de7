// RUN: remat-opt %s | remat-opt | FileCheck %s

// CHECK-LABEL: func @policies
func.func @policies() attributes {
  // CHECK-DAG: a = #remat.everything
  a = #remat.everything,
  // CHECK-DAG: b = #remat.nothing
  b = #remat.nothing,
  // CHECK-DAG: c = #remat.save_only<["x"]>
  c = #remat.save_only<["x"]>,
  // CHECK-DAG: d = #remat.save_only<["x", "y \22z\22"]>
  d = #remat.save_only<["x", "y \"z\""]>,
  // CHECK-DAG: e = #remat.save_only<[]>
  e = #remat.save_only<[]>,
  // CHECK-DAG: f = #remat.save_any_but<["x", "y"]>
  f = #remat.save_any_but<["x", "y"]>,
  // CHECK-DAG: g = #remat.save_any_but<[]>
  g = #remat.save_any_but<[]>,
  // CHECK-DAG: h = #remat.dots
  h = #remat.dots,
  // CHECK-DAG: i = #remat.dots_no_batch
  i = #remat.dots_no_batch,
  // CHECK-DAG: j = #remat.any_of<#remat.dots>
  j = #remat.any_of<#remat.dots>,
  // CHECK-DAG: k = #remat.any_of<#remat.dots, #remat.any_of<#remat.save_only<["x"]>, #remat.nothing>>
  k = #remat.any_of<#remat.dots, #remat.any_of<#remat.save_only<["x"]>, #remat.nothing>>
} {
  return
}
