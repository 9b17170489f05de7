// DEFINE: %{run} = remat-run %s --input=2x2xf64=1,2,3,4 --input=2xf64=1,1 --input=2xf64=10,20
// RUN: %{run} --function=switched --input=index=0 | FileCheck %s --check-prefix=ARGUMENT
// RUN: %{run} --function=chosen --input=i1=1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: %{run} --function=selected --input=i1=1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: %{run} --function=switched_in_if --input=index=0 | FileCheck %s --check-prefix=ARGUMENT
// RUN: %{run} --function=switched_in_loop --input=index=0 | FileCheck %s --check-prefix=LOOP

// What a branch yields is still itself: a product that is added to the result of
// the branch leaves it as it is.

// ARGUMENT: value0: f64[2] = [13, 27]
// ARGUMENT: value1: f64[2] = [10, 20]
func.func @switched(%A: tensor<2x2xf64>, %x: tensor<2xf64>, %a: tensor<2xf64>, %i: index) -> (tensor<2xf64>, tensor<2xf64>) {
  %s = scf.index_switch %i -> tensor<2xf64>
  case 0 {
    scf.yield %a : tensor<2xf64>
  }
  default {
    %m = math.sin %a : tensor<2xf64>
    scf.yield %m : tensor<2xf64>
  }
  %y = linalg.matvec ins(%A, %x : tensor<2x2xf64>, tensor<2xf64>) outs(%s : tensor<2xf64>) -> tensor<2xf64>
  return %y, %a : tensor<2xf64>, tensor<2xf64>
}

func.func @chosen(%A: tensor<2x2xf64>, %x: tensor<2xf64>, %a: tensor<2xf64>, %c: i1) -> (tensor<2xf64>, tensor<2xf64>) {
  %s = scf.if %c -> tensor<2xf64> {
    scf.yield %a : tensor<2xf64>
  } else {
    %m = math.sin %a : tensor<2xf64>
    scf.yield %m : tensor<2xf64>
  }
  %y = linalg.matvec ins(%A, %x : tensor<2x2xf64>, tensor<2xf64>) outs(%s : tensor<2xf64>) -> tensor<2xf64>
  return %y, %a : tensor<2xf64>, tensor<2xf64>
}

func.func @selected(%A: tensor<2x2xf64>, %x: tensor<2xf64>, %a: tensor<2xf64>, %c: i1) -> (tensor<2xf64>, tensor<2xf64>) {
  %s = arith.select %c, %a, %x : tensor<2xf64>
  %y = linalg.matvec ins(%A, %x : tensor<2x2xf64>, tensor<2xf64>) outs(%s : tensor<2xf64>) -> tensor<2xf64>
  return %y, %a : tensor<2xf64>, tensor<2xf64>
}

func.func @switched_in_if(%A: tensor<2x2xf64>, %x: tensor<2xf64>, %a: tensor<2xf64>, %i: index) -> (tensor<2xf64>, tensor<2xf64>) {
  %zero = arith.constant 0 : index
  %c = arith.cmpi sge, %i, %zero : index
  %s = scf.if %c -> tensor<2xf64> {
    %t = scf.index_switch %i -> tensor<2xf64>
    case 5 {
      scf.yield %x : tensor<2xf64>
    }
    case 0 {
      scf.yield %a : tensor<2xf64>
    }
    default {
      scf.yield %x : tensor<2xf64>
    }
    scf.yield %t : tensor<2xf64>
  } else {
    scf.yield %x : tensor<2xf64>
  }
  %y = linalg.matvec ins(%A, %x : tensor<2x2xf64>, tensor<2xf64>) outs(%s : tensor<2xf64>) -> tensor<2xf64>
  return %y, %a : tensor<2xf64>, tensor<2xf64>
}

// LOOP: value0: f64[2] = [26, 54]
// LOOP: value1: f64[2] = [10, 20]
func.func @switched_in_loop(%A: tensor<2x2xf64>, %x: tensor<2xf64>, %a: tensor<2xf64>, %i: index) -> (tensor<2xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%h = %zero) -> tensor<2xf64> {
    %s = scf.index_switch %k -> tensor<2xf64>
    case 0 {
      scf.yield %a : tensor<2xf64>
    }
    default {
      %t = arith.addf %h, %a : tensor<2xf64>
      scf.yield %t : tensor<2xf64>
    }
    %y = linalg.matvec ins(%A, %x : tensor<2x2xf64>, tensor<2xf64>) outs(%s : tensor<2xf64>) -> tensor<2xf64>
    %d = arith.subf %y, %zero : tensor<2xf64>
    scf.yield %d : tensor<2xf64>
  }
  return %r, %a : tensor<2xf64>, tensor<2xf64>
}
