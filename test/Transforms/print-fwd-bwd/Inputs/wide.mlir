// An argument of a long name that isn't ASCII, deep loops, and a loop that carries much.
func.func @f(%x: tensor<2xf32> loc("größe_der_schönsten_weißen_mäuse_im_süden_und_ihrer_käfige_日本語"),
             %y: tensor<2xf32> loc("two words")) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:4 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y, %c = %x, %d = %y)
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %n = scf.for %j = %c0 to %c3 step %c1 iter_args(%e = %a) -> tensor<2xf32> {
      %o = scf.for %k = %c0 to %c3 step %c1 iter_args(%f = %e) -> tensor<2xf32> {
        %s = math.sin %f : tensor<2xf32>
        %t = arith.mulf %s, %b : tensor<2xf32>
        scf.yield %t : tensor<2xf32>
      }
      scf.yield %o : tensor<2xf32>
    }
    %m = arith.mulf %n, %c : tensor<2xf32>
    scf.yield %b, %m, %d, %a : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  return %r#1 : tensor<2xf32>
}
