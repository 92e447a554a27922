;; The inner loop of the resampler. Assembled into resampler-kernel-bytes.ts by assemble-kernels.ts.
;; Needs 128-bit SIMD, which every Node >= 16.4 has.
(module
  (import "env" "memory" (memory 1))

  ;; Writes `count` samples of 16 bits, at least one. Each is the sum of `taps` floats of the input, a multiple of eight, times
  ;; a row of the coefficients. Rows stand for `rows` + 1 phases between two input samples, of which `up` are possible; the
  ;; nearest one is taken. From one sample to the next the input goes on by `step` and the phase by `stepPhase`.
  (func (export "filter")
    (param $coefficients i32) (param $taps i32) (param $rows i32) (param $up i32)
    (param $step i32) (param $stepPhase i32) (param $phase i32)
    (param $input i32) (param $out i32) (param $count i32)
    (local $bytes i32) (local $half i32) (local $c i32) (local $end i32) (local $i i32)
    (local $a v128) (local $b v128)
    (local.set $bytes (i32.shl (local.get $taps) (i32.const 2)))
    (local.set $half (i32.shr_u (local.get $up) (i32.const 1)))
    (loop $nextSample
      (local.set $c
        (i32.add
          (local.get $coefficients)
          (i32.mul
            (local.get $bytes)
            (i32.div_u
              (i32.add (i32.mul (local.get $phase) (local.get $rows)) (local.get $half))
              (local.get $up)))))
      (local.set $end (i32.add (local.get $c) (local.get $bytes)))
      (local.set $i (local.get $input))
      (local.set $a (v128.const f32x4 0 0 0 0))
      (local.set $b (v128.const f32x4 0 0 0 0))
      (loop $nextTaps
        (local.set $a
          (f32x4.add (local.get $a) (f32x4.mul (v128.load (local.get $c)) (v128.load (local.get $i)))))
        (local.set $b
          (f32x4.add
            (local.get $b)
            (f32x4.mul (v128.load offset=16 (local.get $c)) (v128.load offset=16 (local.get $i)))))
        (local.set $c (i32.add (local.get $c) (i32.const 32)))
        (local.set $i (i32.add (local.get $i) (i32.const 32)))
        (br_if $nextTaps (i32.lt_u (local.get $c) (local.get $end))))
      (local.set $a (f32x4.add (local.get $a) (local.get $b)))
      (i32.store16
        (local.get $out)
        (i32.trunc_sat_f32_s
          (f32.nearest
            (f32.max
              (f32.const -32768)
              (f32.min
                (f32.const 32767)
                (f32.add
                  (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
                  (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))))))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (local.set $input (i32.add (local.get $input) (i32.shl (local.get $step) (i32.const 2))))
      (local.set $phase (i32.add (local.get $phase) (local.get $stepPhase)))
      (if (i32.ge_u (local.get $phase) (local.get $up))
        (then
          (local.set $phase (i32.sub (local.get $phase) (local.get $up)))
          (local.set $input (i32.add (local.get $input) (i32.const 4)))))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $nextSample (local.get $count)))))
