;; The sum over the vectors of a question of their greatest product with a vector of a page (late interaction). After a
;; change, rebuild: npx --package=wabt@1.0.39 wat2wasm maxSim.wat -o maxSim.wasm && base64 -w0 maxSim.wasm, into maxSim.ts.
;;
;; Vectors are 32-bit numbers, one after the other; $bytes of each is a multiple of 32. Each range has at least one.
(module
  (memory (export "memory") 1)
  (func (export "maxSim")
    (param $question i32) (param $questionEnd i32) (param $page i32) (param $pageEnd i32) (param $bytes i32)
    (result f32)
    (local $total f32) (local $most f32) (local $product f32)
    (local $vector i32) (local $one i32) (local $other i32) (local $end i32)
    (local $sum v128) (local $sum2 v128)
    (loop $nextOfQuestion
      (local.set $most (f32.const -inf))
      (local.set $vector (local.get $page))
      (loop $nextOfPage
        (local.set $sum (v128.const f32x4 0 0 0 0))
        (local.set $sum2 (v128.const f32x4 0 0 0 0))
        (local.set $one (local.get $question))
        (local.set $end (i32.add (local.get $question) (local.get $bytes)))
        (local.set $other (local.get $vector))
        (loop $next
          (local.set $sum
            (f32x4.add (local.get $sum)
              (f32x4.mul (v128.load (local.get $one)) (v128.load (local.get $other)))))
          (local.set $sum2
            (f32x4.add (local.get $sum2)
              (f32x4.mul (v128.load offset=16 (local.get $one)) (v128.load offset=16 (local.get $other)))))
          (local.set $one (i32.add (local.get $one) (i32.const 32)))
          (local.set $other (i32.add (local.get $other) (i32.const 32)))
          (br_if $next (i32.lt_u (local.get $one) (local.get $end))))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $sum2)))
        (local.set $product
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
            (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))
        (local.set $most (f32.max (local.get $most) (local.get $product)))
        (local.set $vector (i32.add (local.get $vector) (local.get $bytes)))
        (br_if $nextOfPage (i32.lt_u (local.get $vector) (local.get $pageEnd))))
      (local.set $total (f32.add (local.get $total) (local.get $most)))
      (local.set $question (i32.add (local.get $question) (local.get $bytes)))
      (br_if $nextOfQuestion (i32.lt_u (local.get $question) (local.get $questionEnd))))
    (local.get $total)))
