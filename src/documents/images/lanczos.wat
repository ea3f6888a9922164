;; The two passes of resizeLanczos (lanczos.ts), which prepares the memory, the windows and their weights. After a
;; change, rebuild the module: npx --package=wabt@1.0.39 wat2wasm lanczos.wat -o lanczos.wasm
;;
;; Weights have 22 fractional bits, too many for the 16-bit products of SIMD, so each is stored as two numbers of 16 bits:
;; weight = high * 2^11 + low. The two sums are joined at the end. Sums are integers modulo 2^32, as in Pillow, so their
;; order does not matter.
(module
  (memory (export "memory") 1)

  ;; Half of a result's unit, for rounding; the number of fractional bits is 22.
  (global $half i32 (i32.const 0x200000))

  ;; Four results from their sums, not yet limited to a byte.
  (func $join (param $high v128) (param $low v128) (result v128)
    (i32x4.shr_s
      (i32x4.add
        (i32x4.add (i32x4.shl (local.get $high) (i32.const 11)) (local.get $low))
        (i32x4.splat (global.get $half)))
      (i32.const 22)))

  ;; Converts pixels of three bytes to pixels of four, of which the last is arbitrary; four pixels at a time.
  (func (export "widen") (param $source i32) (param $target i32) (param $targetEnd i32)
    (local $pixels v128)
    (loop $next
      (local.set $pixels (v128.load (local.get $source)))
      (v128.store (local.get $target)
        (i8x16.shuffle 0 1 2 2 3 4 5 5 6 7 8 8 9 10 11 11 (local.get $pixels) (local.get $pixels)))
      (local.set $source (i32.add (local.get $source) (i32.const 12)))
      (local.set $target (i32.add (local.get $target) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $target) (local.get $targetEnd)))))

  ;; Resamples one or more rows of four-byte pixels to rows of three-byte pixels.
  ;;
  ;; $windows: for each target pixel the first and the end byte of its window in the source row (a multiple of 16 apart),
  ;; then, for each four pixels of it, the highs of their weights and their lows (16-bit).
  ;; $ranges: gets the first byte of each target row that may not be 255, and the end of the last one.
  ;; $skips: whether a window in which every byte is 255 has the result 255.
  (func (export "horizontal")
    (param $source i32) (param $sourcePitch i32) (param $rows i32)
    (param $target i32) (param $targetPitch i32) (param $targetLength i32)
    (param $windows i32) (param $ranges i32) (param $skips i32)
    (local $window i32) (local $to i32) (local $toEnd i32) (local $at i32) (local $end i32)
    (local $ink i32) (local $first i32) (local $last i32)
    (local $pixels v128) (local $one v128) (local $two v128)
    (local $highs v128) (local $lows v128)
    (loop $row
      (local.set $window (local.get $windows))
      (local.set $to (local.get $target))
      (local.set $toEnd (i32.add (local.get $target) (local.get $targetLength)))
      (local.set $ink (local.get $source))
      (local.set $first (local.get $targetLength))
      (local.set $last (i32.const 0))
      (loop $pixel
        (local.set $at (i32.add (local.get $source) (i32.load (local.get $window))))
        (local.set $end (i32.add (local.get $source) (i32.load offset=4 (local.get $window))))
        (local.set $window (i32.add (local.get $window) (i32.const 8)))
        (if (local.get $skips)
          (then
            ;; $ink: the first four pixels from the window's start on that are not all white.
            (if (i32.lt_u (local.get $ink) (i32.and (local.get $at) (i32.const -16)))
              (then (local.set $ink (i32.and (local.get $at) (i32.const -16)))))
            (block $found
              (loop $search
                (br_if $found (i32.ge_u (local.get $ink) (local.get $end)))
                (br_if $found
                  (i32.eqz
                    (i8x16.all_true
                      (i8x16.eq
                        (v128.or (v128.load (local.get $ink)) (v128.const i32x4 0xff000000 0xff000000 0xff000000 0xff000000))
                        (v128.const i32x4 -1 -1 -1 -1)))))
                (local.set $ink (i32.add (local.get $ink) (i32.const 16)))
                (br $search)))))
        (if (i32.and (local.get $skips) (i32.ge_u (local.get $ink) (local.get $end)))
          (then
            (i32.store (local.get $to) (i32.const -1))
            (local.set $window (i32.add (local.get $window) (i32.sub (local.get $end) (local.get $at)))))
          (else
            (local.set $last (i32.sub (i32.add (local.get $to) (i32.const 3)) (local.get $target)))
            (if (i32.eq (local.get $first) (local.get $targetLength))
              (then (local.set $first (i32.sub (local.get $to) (local.get $target)))))
            (local.set $highs (v128.const i32x4 0 0 0 0))
            (local.set $lows (v128.const i32x4 0 0 0 0))
            (loop $four
              ;; Pixels in pairs, channel by channel, so that one instruction multiplies and adds a pair.
              (local.set $pixels (v128.load (local.get $at)))
              (local.set $pixels
                (i8x16.shuffle 0 4 1 5 2 6 3 7 8 12 9 13 10 14 11 15 (local.get $pixels) (local.get $pixels)))
              (local.set $one (i16x8.extend_low_i8x16_u (local.get $pixels)))
              (local.set $two (i16x8.extend_high_i8x16_u (local.get $pixels)))
              (local.set $highs
                (i32x4.add (local.get $highs)
                  (i32x4.add
                    (i32x4.dot_i16x8_s (local.get $one) (v128.load32_splat (local.get $window)))
                    (i32x4.dot_i16x8_s (local.get $two) (v128.load32_splat offset=4 (local.get $window))))))
              (local.set $lows
                (i32x4.add (local.get $lows)
                  (i32x4.add
                    (i32x4.dot_i16x8_s (local.get $one) (v128.load32_splat offset=8 (local.get $window)))
                    (i32x4.dot_i16x8_s (local.get $two) (v128.load32_splat offset=12 (local.get $window))))))
              (local.set $window (i32.add (local.get $window) (i32.const 16)))
              (local.set $at (i32.add (local.get $at) (i32.const 16)))
              (br_if $four (i32.lt_u (local.get $at) (local.get $end))))
            (local.set $one (call $join (local.get $highs) (local.get $lows)))
            (local.set $one (i16x8.narrow_i32x4_s (local.get $one) (local.get $one)))
            (v128.store32_lane 0 (local.get $to) (i8x16.narrow_i16x8_u (local.get $one) (local.get $one)))))
        (local.set $to (i32.add (local.get $to) (i32.const 3)))
        (br_if $pixel (i32.lt_u (local.get $to) (local.get $toEnd))))
      (i32.store (local.get $ranges) (local.get $first))
      (i32.store offset=4 (local.get $ranges) (local.get $last))
      (local.set $ranges (i32.add (local.get $ranges) (i32.const 8)))
      (local.set $source (i32.add (local.get $source) (local.get $sourcePitch)))
      (local.set $target (i32.add (local.get $target) (local.get $targetPitch)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $row (local.get $rows))))

  ;; Resamples columns of bytes, 16 columns at a time. A target row is written up to 15 bytes beyond its length.
  ;;
  ;; $source: where row 0 is or would be.
  ;; $windows: for each target row the first row and the end row of its window, then, for each two rows of it, the highs of
  ;; their weights and their lows (16-bit). If the window has an odd number of rows, the row after it is read, too.
  ;; $ranges: for each source row, from row 0, the first byte that may not be 255 and the end of the last one.
  (func (export "vertical")
    (param $source i32) (param $pitch i32)
    (param $target i32) (param $targetLength i32) (param $rows i32)
    (param $windows i32) (param $ranges i32)
    (local $first i32) (local $last i32) (local $at i32) (local $end i32) (local $from i32)
    (local $weights i32) (local $weightsEnd i32)
    (local $even v128) (local $odd v128) (local $pairs v128) (local $values v128) (local $high v128) (local $low v128)
    (local $highs0 v128) (local $highs1 v128) (local $highs2 v128) (local $highs3 v128)
    (local $lows0 v128) (local $lows1 v128) (local $lows2 v128) (local $lows3 v128)
    (loop $row
      (local.set $from (i32.load (local.get $windows)))
      (local.set $end (i32.load offset=4 (local.get $windows)))
      (local.set $weights (i32.add (local.get $windows) (i32.const 8)))
      (local.set $weightsEnd
        (i32.add (local.get $weights)
          (i32.shl
            (i32.shr_u (i32.add (i32.sub (local.get $end) (local.get $from)) (i32.const 1)) (i32.const 1))
            (i32.const 3))))
      ;; The columns outside of which every row of the window is white.
      (local.set $first (local.get $targetLength))
      (local.set $last (i32.const 0))
      (local.set $at (i32.add (local.get $ranges) (i32.shl (local.get $from) (i32.const 3))))
      (local.set $end (i32.add (local.get $ranges) (i32.shl (local.get $end) (i32.const 3))))
      (loop $range
        (if (i32.lt_u (i32.load (local.get $at)) (local.get $first))
          (then (local.set $first (i32.load (local.get $at)))))
        (if (i32.gt_u (i32.load offset=4 (local.get $at)) (local.get $last))
          (then (local.set $last (i32.load offset=4 (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $range (i32.lt_u (local.get $at) (local.get $end))))
      (memory.fill (local.get $target) (i32.const 255) (local.get $targetLength))
      (local.set $first (i32.and (local.get $first) (i32.const -16)))
      (local.set $from (i32.add (local.get $source) (i32.mul (local.get $from) (local.get $pitch))))
      (block $white
        (loop $columns
          (br_if $white (i32.ge_u (local.get $first) (local.get $last)))
          (local.set $at (i32.add (local.get $from) (local.get $first)))
          (local.set $windows (local.get $weights))
          (local.set $highs0 (v128.const i32x4 0 0 0 0))
          (local.set $highs1 (v128.const i32x4 0 0 0 0))
          (local.set $highs2 (v128.const i32x4 0 0 0 0))
          (local.set $highs3 (v128.const i32x4 0 0 0 0))
          (local.set $lows0 (v128.const i32x4 0 0 0 0))
          (local.set $lows1 (v128.const i32x4 0 0 0 0))
          (local.set $lows2 (v128.const i32x4 0 0 0 0))
          (local.set $lows3 (v128.const i32x4 0 0 0 0))
          (loop $two
            (local.set $even (v128.load (local.get $at)))
            (local.set $odd (v128.load (i32.add (local.get $at) (local.get $pitch))))
            (local.set $high (v128.load32_splat (local.get $windows)))
            (local.set $low (v128.load32_splat offset=4 (local.get $windows)))
            (local.set $pairs
              (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $even) (local.get $odd)))
            (local.set $values (i16x8.extend_low_i8x16_u (local.get $pairs)))
            (local.set $highs0 (i32x4.add (local.get $highs0) (i32x4.dot_i16x8_s (local.get $values) (local.get $high))))
            (local.set $lows0 (i32x4.add (local.get $lows0) (i32x4.dot_i16x8_s (local.get $values) (local.get $low))))
            (local.set $values (i16x8.extend_high_i8x16_u (local.get $pairs)))
            (local.set $highs1 (i32x4.add (local.get $highs1) (i32x4.dot_i16x8_s (local.get $values) (local.get $high))))
            (local.set $lows1 (i32x4.add (local.get $lows1) (i32x4.dot_i16x8_s (local.get $values) (local.get $low))))
            (local.set $pairs
              (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $even) (local.get $odd)))
            (local.set $values (i16x8.extend_low_i8x16_u (local.get $pairs)))
            (local.set $highs2 (i32x4.add (local.get $highs2) (i32x4.dot_i16x8_s (local.get $values) (local.get $high))))
            (local.set $lows2 (i32x4.add (local.get $lows2) (i32x4.dot_i16x8_s (local.get $values) (local.get $low))))
            (local.set $values (i16x8.extend_high_i8x16_u (local.get $pairs)))
            (local.set $highs3 (i32x4.add (local.get $highs3) (i32x4.dot_i16x8_s (local.get $values) (local.get $high))))
            (local.set $lows3 (i32x4.add (local.get $lows3) (i32x4.dot_i16x8_s (local.get $values) (local.get $low))))
            (local.set $at (i32.add (local.get $at) (i32.shl (local.get $pitch) (i32.const 1))))
            (local.set $windows (i32.add (local.get $windows) (i32.const 8)))
            (br_if $two (i32.lt_u (local.get $windows) (local.get $weightsEnd))))
          (v128.store (i32.add (local.get $target) (local.get $first))
            (i8x16.narrow_i16x8_u
              (i16x8.narrow_i32x4_s
                (call $join (local.get $highs0) (local.get $lows0))
                (call $join (local.get $highs1) (local.get $lows1)))
              (i16x8.narrow_i32x4_s
                (call $join (local.get $highs2) (local.get $lows2))
                (call $join (local.get $highs3) (local.get $lows3)))))
          (local.set $first (i32.add (local.get $first) (i32.const 16)))
          (br $columns)))
      (local.set $windows (local.get $weightsEnd))
      (local.set $target (i32.add (local.get $target) (local.get $targetLength)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $row (local.get $rows)))))
