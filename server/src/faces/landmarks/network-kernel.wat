;; The convolutions of the networks that find faces. Assembled into network-kernel-bytes.ts by assemble-kernels.ts.
;; Needs 128-bit SIMD, which every Node >= 16.4 has.
;;
;; Values are floats: rows of pixels, each with its channels. A border that a convolution needs is in its source already.
(module
  (import "env" "memory" (memory 1))

  ;; Each output of a pixel is its bias and the sum of all values under the kernel times their weights; below 0 it is
  ;; multiplied by its slope. `outputs` is a multiple of 4; the weights come in blocks of 4 outputs, in each all values.
  ;; `rows` and `taps`: rows of the kernel, and values in one of them. `srcPixel` and `srcStep`: bytes from one pixel, and
  ;; one row, to the next. Four pixels are computed at once: up to 3 after the last are read, and written over.
  (func (export "conv")
    (param $src i32) (param $srcRow i32) (param $srcPixel i32) (param $srcStep i32)
    (param $dst i32) (param $weights i32) (param $bias i32) (param $slopes i32)
    (param $width i32) (param $height i32) (param $rows i32) (param $taps i32) (param $outputs i32)
    (local $x i32) (local $o i32) (local $r i32) (local $line i32) (local $from i32) (local $to i32)
    (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32) (local $w i32) (local $end i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $k v128) (local $zero v128)
    (local.set $outputs (i32.shl (local.get $outputs) (i32.const 2)))
    (local.set $taps (i32.shl (local.get $taps) (i32.const 2)))
    (loop $nextRow
      (local.set $x (i32.const 0))
      (local.set $from (local.get $src))
      (local.set $to (local.get $dst))
      (loop $nextPixels
        (local.set $w (local.get $weights))
        (local.set $o (i32.const 0))
        (loop $nextOutputs
          (local.set $a (v128.load (i32.add (local.get $bias) (local.get $o))))
          (local.set $b (local.get $a))
          (local.set $c (local.get $a))
          (local.set $d (local.get $a))
          (local.set $line (local.get $from))
          (local.set $r (local.get $rows))
          (loop $nextLine
            (local.set $p0 (local.get $line))
            (local.set $p1 (i32.add (local.get $p0) (local.get $srcPixel)))
            (local.set $p2 (i32.add (local.get $p1) (local.get $srcPixel)))
            (local.set $p3 (i32.add (local.get $p2) (local.get $srcPixel)))
            (local.set $end (i32.add (local.get $p0) (local.get $taps)))
            (loop $nextTap
              (local.set $k (v128.load (local.get $w)))
              (local.set $a
                (f32x4.add (local.get $a) (f32x4.mul (local.get $k) (v128.load32_splat (local.get $p0)))))
              (local.set $b
                (f32x4.add (local.get $b) (f32x4.mul (local.get $k) (v128.load32_splat (local.get $p1)))))
              (local.set $c
                (f32x4.add (local.get $c) (f32x4.mul (local.get $k) (v128.load32_splat (local.get $p2)))))
              (local.set $d
                (f32x4.add (local.get $d) (f32x4.mul (local.get $k) (v128.load32_splat (local.get $p3)))))
              (local.set $w (i32.add (local.get $w) (i32.const 16)))
              (local.set $p1 (i32.add (local.get $p1) (i32.const 4)))
              (local.set $p2 (i32.add (local.get $p2) (i32.const 4)))
              (local.set $p3 (i32.add (local.get $p3) (i32.const 4)))
              (br_if $nextTap
                (i32.lt_u (local.tee $p0 (i32.add (local.get $p0) (i32.const 4))) (local.get $end))))
            (local.set $line (i32.add (local.get $line) (local.get $srcRow)))
            (br_if $nextLine (local.tee $r (i32.sub (local.get $r) (i32.const 1)))))
          (local.set $k (v128.load (i32.add (local.get $slopes) (local.get $o))))
          (local.set $p0 (i32.add (local.get $to) (local.get $o)))
          (v128.store (local.get $p0)
            (f32x4.add
              (f32x4.max (local.get $a) (local.get $zero))
              (f32x4.mul (f32x4.min (local.get $a) (local.get $zero)) (local.get $k))))
          (v128.store (local.tee $p0 (i32.add (local.get $p0) (local.get $outputs)))
            (f32x4.add
              (f32x4.max (local.get $b) (local.get $zero))
              (f32x4.mul (f32x4.min (local.get $b) (local.get $zero)) (local.get $k))))
          (v128.store (local.tee $p0 (i32.add (local.get $p0) (local.get $outputs)))
            (f32x4.add
              (f32x4.max (local.get $c) (local.get $zero))
              (f32x4.mul (f32x4.min (local.get $c) (local.get $zero)) (local.get $k))))
          (v128.store (i32.add (local.get $p0) (local.get $outputs))
            (f32x4.add
              (f32x4.max (local.get $d) (local.get $zero))
              (f32x4.mul (f32x4.min (local.get $d) (local.get $zero)) (local.get $k))))
          (br_if $nextOutputs
            (i32.lt_u (local.tee $o (i32.add (local.get $o) (i32.const 16))) (local.get $outputs))))
        (local.set $from (i32.add (local.get $from) (i32.shl (local.get $srcPixel) (i32.const 2))))
        (local.set $to (i32.add (local.get $to) (i32.shl (local.get $outputs) (i32.const 2))))
        (br_if $nextPixels
          (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 4))) (local.get $width))))
      (local.set $src (i32.add (local.get $src) (local.get $srcStep)))
      (local.set $dst (i32.add (local.get $dst) (i32.mul (local.get $width) (local.get $outputs))))
      (br_if $nextRow (local.tee $height (i32.sub (local.get $height) (i32.const 1))))))

  ;; Each channel of a pixel is its bias and the sum of the 3 x 3 values of that channel times their weights. `channels` is a
  ;; multiple of 4.
  (func (export "depthwise")
    (param $src i32) (param $srcRow i32) (param $srcPixel i32) (param $srcStep i32)
    (param $dst i32) (param $weights i32) (param $bias i32)
    (param $width i32) (param $height i32) (param $channels i32)
    (local $x i32) (local $o i32) (local $p i32) (local $q i32) (local $s i32) (local $to i32) (local $twice i32)
    (local $w0 v128) (local $w1 v128) (local $w2 v128) (local $w3 v128) (local $w4 v128)
    (local $w5 v128) (local $w6 v128) (local $w7 v128) (local $w8 v128) (local $b v128)
    (local.set $channels (i32.shl (local.get $channels) (i32.const 2)))
    (local.set $twice (i32.shl (local.get $channels) (i32.const 1)))
    (loop $nextRow
      (local.set $o (i32.const 0))
      (loop $nextChannels
        (local.set $p (i32.add (local.get $weights) (local.get $o)))
        (local.set $w0 (v128.load (local.get $p)))
        (local.set $w1 (v128.load (local.tee $p (i32.add (local.get $p) (local.get $channels)))))
        (local.set $w2 (v128.load (local.tee $p (i32.add (local.get $p) (local.get $channels)))))
        (local.set $w3 (v128.load (local.tee $p (i32.add (local.get $p) (local.get $channels)))))
        (local.set $w4 (v128.load (local.tee $p (i32.add (local.get $p) (local.get $channels)))))
        (local.set $w5 (v128.load (local.tee $p (i32.add (local.get $p) (local.get $channels)))))
        (local.set $w6 (v128.load (local.tee $p (i32.add (local.get $p) (local.get $channels)))))
        (local.set $w7 (v128.load (local.tee $p (i32.add (local.get $p) (local.get $channels)))))
        (local.set $w8 (v128.load (i32.add (local.get $p) (local.get $channels))))
        (local.set $b (v128.load (i32.add (local.get $bias) (local.get $o))))
        (local.set $p (i32.add (local.get $src) (local.get $o)))
        (local.set $to (i32.add (local.get $dst) (local.get $o)))
        (local.set $x (local.get $width))
        (loop $nextPixel
          (local.set $q (i32.add (local.get $p) (local.get $srcRow)))
          (local.set $s (i32.add (local.get $q) (local.get $srcRow)))
          (v128.store (local.get $to)
            (f32x4.add
              (f32x4.add
                (f32x4.add
                  (f32x4.add (local.get $b) (f32x4.mul (v128.load (local.get $p)) (local.get $w0)))
                  (f32x4.mul (v128.load (i32.add (local.get $p) (local.get $channels))) (local.get $w1)))
                (f32x4.add
                  (f32x4.mul (v128.load (i32.add (local.get $p) (local.get $twice))) (local.get $w2))
                  (f32x4.mul (v128.load (local.get $q)) (local.get $w3))))
              (f32x4.add
                (f32x4.add
                  (f32x4.mul (v128.load (i32.add (local.get $q) (local.get $channels))) (local.get $w4))
                  (f32x4.mul (v128.load (i32.add (local.get $q) (local.get $twice))) (local.get $w5)))
                (f32x4.add
                  (f32x4.mul (v128.load (local.get $s)) (local.get $w6))
                  (f32x4.add
                    (f32x4.mul (v128.load (i32.add (local.get $s) (local.get $channels))) (local.get $w7))
                    (f32x4.mul (v128.load (i32.add (local.get $s) (local.get $twice))) (local.get $w8)))))))
          (local.set $p (i32.add (local.get $p) (local.get $srcPixel)))
          (local.set $to (i32.add (local.get $to) (local.get $channels)))
          (br_if $nextPixel (local.tee $x (i32.sub (local.get $x) (i32.const 1)))))
        (br_if $nextChannels
          (i32.lt_u (local.tee $o (i32.add (local.get $o) (i32.const 16))) (local.get $channels))))
      (local.set $src (i32.add (local.get $src) (local.get $srcStep)))
      (local.set $dst (i32.add (local.get $dst) (i32.mul (local.get $width) (local.get $channels))))
      (br_if $nextRow (local.tee $height (i32.sub (local.get $height) (i32.const 1))))))

  ;; The sums of two sources; below 0 they are multiplied by the slope of their channel. `channels` is a multiple of 4.
  (func (export "add")
    (param $src i32) (param $other i32) (param $dst i32) (param $slopes i32) (param $pixels i32) (param $channels i32)
    (local $o i32) (local $v v128) (local $zero v128)
    (local.set $channels (i32.shl (local.get $channels) (i32.const 2)))
    (loop $nextPixel
      (local.set $o (i32.const 0))
      (loop $nextChannels
        (local.set $v
          (f32x4.add
            (v128.load (i32.add (local.get $src) (local.get $o)))
            (v128.load (i32.add (local.get $other) (local.get $o)))))
        (v128.store (i32.add (local.get $dst) (local.get $o))
          (f32x4.add
            (f32x4.max (local.get $v) (local.get $zero))
            (f32x4.mul
              (f32x4.min (local.get $v) (local.get $zero))
              (v128.load (i32.add (local.get $slopes) (local.get $o))))))
        (br_if $nextChannels
          (i32.lt_u (local.tee $o (i32.add (local.get $o) (i32.const 16))) (local.get $channels))))
      (local.set $src (i32.add (local.get $src) (local.get $channels)))
      (local.set $other (i32.add (local.get $other) (local.get $channels)))
      (local.set $dst (i32.add (local.get $dst) (local.get $channels)))
      (br_if $nextPixel (local.tee $pixels (i32.sub (local.get $pixels) (i32.const 1)))))))
