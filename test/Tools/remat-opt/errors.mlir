// What is wrong is said in one line, without the program behind it.
//
// DEFINE: %{fails} = %source/test/Tools/Inputs/fails
// RUN: rm -rf %t && mkdir %t
// RUN: %{fails} 1 remat-opt %t/none.mlir | FileCheck %s --check-prefix=NOFILE
// RUN: %{fails} 1 remat-opt %s -o %t/none/y.mlir | FileCheck %s --check-prefix=OUTPUT
// RUN: %{fails} 1 remat-opt %s -o /dev/full | FileCheck %s --check-prefix=FULL
// RUN: %{fails} 1 remat-opt %s -o %t/y.mlir --remat-differentiate=function=g | FileCheck %s --check-prefix=NOFUNCTION
// RUN: %{fails} 1 remat-opt %s -o %t/y.mlir --remat-print-saved-residuals=function=g | FileCheck %s --check-prefix=NOREPORT
// RUN: %{fails} 1 remat-opt %s -o %t/y.mlir --remat-print-saved-residuals='function=f output=%t/none/r.txt' | FileCheck %s --check-prefix=REPORT
// RUN: %{fails} 1 remat-opt %s -o %t/y.mlir --remat-print-saved-residuals='function=f output=/dev/full' | FileCheck %s --check-prefix=FULLREPORT
// RUN: %{fails} 1 remat-opt %s -o %t/y.mlir --remat-print-fwd-bwd=function=g | FileCheck %s --check-prefix=NOREPORT
// RUN: %{fails} 1 remat-opt %s -o %t/y.mlir --remat-print-fwd-bwd='function=f output=%t/none/r.txt' | FileCheck %s --check-prefix=REPORT
// RUN: %{fails} 1 remat-opt %s -o %t/y.mlir --remat-print-fwd-bwd='function=f output=/dev/full' | FileCheck %s --check-prefix=FULLREPORT
// RUN: %{fails} 1 remat-opt %s -o %t/y.mlir --remat-print-fwd-bwd='function=f output=%t' | FileCheck %s --check-prefix=DIRECTORY
// RUN: ls %t | count 0

// NOFILE: cannot open input file '{{.*}}none.mlir': No such file or directory
// OUTPUT: cannot open output file '{{.*}}y.mlir': No such file or directory
// FULL: No space left on device
// NOFUNCTION: errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: there is no function '@g' to differentiate
// NOREPORT: errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: there is no function '@g' to report on
// REPORT: error: cannot open output file '{{.*}}r.txt': No such file or directory
// FULLREPORT: error: can't write '/dev/full': No space left on device
// DIRECTORY: error: cannot open output file '{{.*}}': Is a directory
// With the line of the program at fault.
// RUN: not remat-opt %s -o %t/y.mlir --remat-differentiate='function=f wrt=1' 2>&1 | FileCheck %s --check-prefix=WRT --implicit-check-not=note
// WRT: errors.mlir:{{[0-9]+}}:1: error: wrt names argument 1 of '@f', which is 'i32' and has no gradient; name float arguments
// WRT-NEXT: func.func @f
func.func @f(%x: f32, %n: i32) -> f32 {
  %0 = math.sin %x : f32
  return %0 : f32
}
