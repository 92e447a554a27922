;; The pixel kernels of the faces. Assembled into kernel-bytes.ts by assemble-kernels.ts.
;;
;; All pictures are premultiplied RGBA bytes. A box without pixels is left alone: each loop runs at least once. Needs 128-bit SIMD, which every Node >= 16.4 has.
(module
  (import "env" "memory" (memory 1))

  ;; Backward warp: every destination pixel asks a picture for the colour at an interpolated position.
  ;;
  ;; The destination box is cut into square cells of (1 << shift) pixels, shift at least 1. `nodes` holds one source position
  ;; (x, y as 16.16 fixed point) for each corner of a cell, row by row, cols + 1 a row; inside a cell the
  ;; position is bilinear. `flags` holds a byte a cell: 0 leave alone, 1 blend over, 2 replace.
  ;; A position and its right and lower neighbours must lie inside the source: the caller clamps the nodes.
  (func (export "warp")
    (param $src i32) (param $srcStride i32)
    (param $nodes i32) (param $flags i32)
    (param $dst i32) (param $dstStride i32)
    (param $cols i32) (param $rows i32) (param $shift i32)
    (local $row i32) (local $col i32) (local $flag i32) (local $pitch i32) (local $node i32) (local $below i32)
    (local $lx i32) (local $ly i32) (local $rx i32) (local $ry i32)
    (local $slx i32) (local $sly i32) (local $srx i32) (local $sry i32)
    (local $x i32) (local $y i32) (local $dx i32) (local $dy i32)
    (local $i i32) (local $j i32) (local $p i32) (local $d i32) (local $line i32)
    (local $first v128) (local $second v128) (local $fx v128) (local $out v128) (local $half v128)
    (local.set $half (i16x8.splat (i32.const 64)))
    (local.set $pitch (i32.shl (i32.const 1) (local.get $shift)))
    (block $done
      (br_if $done (i32.le_s (local.get $rows) (i32.const 0)))
      (br_if $done (i32.le_s (local.get $cols) (i32.const 0)))
      (loop $nextRow
        (local.set $col (i32.const 0))
        (loop $nextCol
          (local.set $flag (i32.load8_u (local.get $flags)))
          (local.set $flags (i32.add (local.get $flags) (i32.const 1)))
          (if (local.get $flag)
            (then
              (local.set $node (i32.add (local.get $nodes) (i32.shl (local.get $col) (i32.const 3))))
              (local.set $below
                (i32.add (local.get $node) (i32.shl (i32.add (local.get $cols) (i32.const 1)) (i32.const 3))))
              (local.set $lx (i32.load (local.get $node)))
              (local.set $ly (i32.load offset=4 (local.get $node)))
              (local.set $rx (i32.load offset=8 (local.get $node)))
              (local.set $ry (i32.load offset=12 (local.get $node)))
              (local.set $slx (i32.shr_s (i32.sub (i32.load (local.get $below)) (local.get $lx)) (local.get $shift)))
              (local.set $sly
                (i32.shr_s (i32.sub (i32.load offset=4 (local.get $below)) (local.get $ly)) (local.get $shift)))
              (local.set $srx
                (i32.shr_s (i32.sub (i32.load offset=8 (local.get $below)) (local.get $rx)) (local.get $shift)))
              (local.set $sry
                (i32.shr_s (i32.sub (i32.load offset=12 (local.get $below)) (local.get $ry)) (local.get $shift)))
              (local.set $line
                (i32.add (local.get $dst) (i32.shl (local.get $col) (i32.add (local.get $shift) (i32.const 2)))))
              (local.set $j (local.get $pitch))
              (loop $nextLine
                (local.set $x (local.get $lx))
                (local.set $y (local.get $ly))
                (local.set $dx (i32.shr_s (i32.sub (local.get $rx) (local.get $lx)) (local.get $shift)))
                (local.set $dy (i32.shr_s (i32.sub (local.get $ry) (local.get $ly)) (local.get $shift)))
                (local.set $d (local.get $line))
                (local.set $i (local.get $pitch))
                (loop $nextPixel
                  ;; Two pixels a turn: each is mixed down its columns, then both along their rows. (A function for
                  ;; the columns would not be inlined.) Weights have 7 bits: 255 * 127 still fits a signed lane.
                  (local.set $p
                    (i32.add
                      (i32.add (local.get $src)
                        (i32.mul (i32.shr_s (local.get $y) (i32.const 16)) (local.get $srcStride)))
                      (i32.shl (i32.shr_s (local.get $x) (i32.const 16)) (i32.const 2))))
                  (local.set $first (v128.load8x8_u (local.get $p)))
                  (local.set $first
                    (i16x8.add (local.get $first)
                      (i16x8.shr_s
                        (i16x8.add (local.get $half)
                          (i16x8.mul
                            (i16x8.sub
                              (v128.load8x8_u (i32.add (local.get $p) (local.get $srcStride)))
                              (local.get $first))
                            (i16x8.splat (i32.and (i32.shr_u (local.get $y) (i32.const 9)) (i32.const 127)))))
                        (i32.const 7))))
                  (local.set $fx (i16x8.splat (i32.and (i32.shr_u (local.get $x) (i32.const 9)) (i32.const 127))))
                  (local.set $x (i32.add (local.get $x) (local.get $dx)))
                  (local.set $y (i32.add (local.get $y) (local.get $dy)))
                  (local.set $p
                    (i32.add
                      (i32.add (local.get $src)
                        (i32.mul (i32.shr_s (local.get $y) (i32.const 16)) (local.get $srcStride)))
                      (i32.shl (i32.shr_s (local.get $x) (i32.const 16)) (i32.const 2))))
                  (local.set $second (v128.load8x8_u (local.get $p)))
                  (local.set $second
                    (i16x8.add (local.get $second)
                      (i16x8.shr_s
                        (i16x8.add (local.get $half)
                          (i16x8.mul
                            (i16x8.sub
                              (v128.load8x8_u (i32.add (local.get $p) (local.get $srcStride)))
                              (local.get $second))
                            (i16x8.splat (i32.and (i32.shr_u (local.get $y) (i32.const 9)) (i32.const 127)))))
                        (i32.const 7))))
                  (local.set $fx
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 24 25 26 27 28 29 30 31
                      (local.get $fx)
                      (i16x8.splat (i32.and (i32.shr_u (local.get $x) (i32.const 9)) (i32.const 127)))))
                  (local.set $x (i32.add (local.get $x) (local.get $dx)))
                  (local.set $y (i32.add (local.get $y) (local.get $dy)))
                  (local.set $out
                    (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $first) (local.get $second)))
                  (local.set $out
                    (i16x8.add (local.get $out)
                      (i16x8.shr_s
                        (i16x8.add (local.get $half)
                          (i16x8.mul
                            (i16x8.sub
                              (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                                (local.get $first) (local.get $second))
                              (local.get $out))
                            (local.get $fx)))
                        (i32.const 7))))
                  (if (i32.eq (local.get $flag) (i32.const 1))
                    (then
                      (local.set $out
                        (i16x8.add (local.get $out)
                          (i16x8.shr_u
                            (i16x8.mul
                              (v128.load8x8_u (local.get $d))
                              (i16x8.sub
                                (i16x8.splat (i32.const 256))
                                (i8x16.shuffle 6 7 6 7 6 7 6 7 14 15 14 15 14 15 14 15
                                  (local.get $out) (local.get $out))))
                            (i32.const 8))))))
                  (v128.store64_lane 0 (local.get $d) (i8x16.narrow_i16x8_u (local.get $out) (local.get $out)))
                  (local.set $d (i32.add (local.get $d) (i32.const 8)))
                  (br_if $nextPixel (i32.gt_s (local.tee $i (i32.sub (local.get $i) (i32.const 2))) (i32.const 0))))
                (local.set $lx (i32.add (local.get $lx) (local.get $slx)))
                (local.set $ly (i32.add (local.get $ly) (local.get $sly)))
                (local.set $rx (i32.add (local.get $rx) (local.get $srx)))
                (local.set $ry (i32.add (local.get $ry) (local.get $sry)))
                (local.set $line (i32.add (local.get $line) (local.get $dstStride)))
                (br_if $nextLine (i32.gt_s (local.tee $j (i32.sub (local.get $j) (i32.const 1))) (i32.const 0))))))
          (br_if $nextCol
            (i32.lt_s (local.tee $col (i32.add (local.get $col) (i32.const 1))) (local.get $cols))))
        (local.set $nodes
          (i32.add (local.get $nodes) (i32.shl (i32.add (local.get $cols) (i32.const 1)) (i32.const 3))))
        (local.set $dst (i32.add (local.get $dst) (i32.shl (local.get $dstStride) (local.get $shift))))
        (br_if $nextRow (i32.gt_s (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))) (i32.const 0))))))

  ;; Lays a box of one picture over another, pixel on pixel. `width` is even; `opacity` is 0 to 256.
  (func (export "over")
    (param $src i32) (param $srcStride i32) (param $dst i32) (param $dstStride i32)
    (param $width i32) (param $height i32) (param $opacity i32)
    (local $i i32) (local $s v128) (local $part v128)
    (if (i32.or (i32.le_s (local.get $width) (i32.const 0)) (i32.le_s (local.get $height) (i32.const 0)))
      (then (return)))
    (local.set $part (i16x8.splat (local.get $opacity)))
    (local.set $width (i32.shl (local.get $width) (i32.const 2)))
    (loop $nextLine
      (local.set $i (i32.const 0))
      (loop $nextPair
        ;; Most of what is laid over is transparent, and then zero throughout.
        (if (i64.ne (i64.load (i32.add (local.get $src) (local.get $i))) (i64.const 0))
          (then
            (local.set $s
              (i16x8.shr_u
                (i16x8.mul (v128.load8x8_u (i32.add (local.get $src) (local.get $i))) (local.get $part))
                (i32.const 8)))
            (local.set $s
              (i16x8.add (local.get $s)
                (i16x8.shr_u
                  (i16x8.mul
                    (v128.load8x8_u (i32.add (local.get $dst) (local.get $i)))
                    (i16x8.sub
                      (i16x8.splat (i32.const 256))
                      (i8x16.shuffle 6 7 6 7 6 7 6 7 14 15 14 15 14 15 14 15 (local.get $s) (local.get $s))))
                  (i32.const 8))))
            (v128.store64_lane 0
              (i32.add (local.get $dst) (local.get $i))
              (i8x16.narrow_i16x8_u (local.get $s) (local.get $s)))))
        (br_if $nextPair (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (local.get $width))))
      (local.set $src (i32.add (local.get $src) (local.get $srcStride)))
      (local.set $dst (i32.add (local.get $dst) (local.get $dstStride)))
      (br_if $nextLine (i32.gt_s (local.tee $height (i32.sub (local.get $height) (i32.const 1))) (i32.const 0)))))

  ;; Opaque RGBA to I420: BT.601, limited range; chroma from the mean of 2 x 2, rounded up at each halving.
  ;; `src` and the planes point at the box; its width and height are even, the width at least 8.
  (func (export "i420")
    (param $src i32) (param $srcStride i32) (param $width i32) (param $height i32)
    (param $luma i32) (param $lumaStride i32) (param $u i32) (param $v i32) (param $chromaStride i32)
    (local $x i32) (local $p i32) (local $q i32) (local $d i32) (local $last i32)
    (local $a v128) (local $b v128) (local $c v128) (local $e v128) (local $s v128) (local $t v128)
    (local $rb v128) (local $ga v128) (local $even v128)
    (local $lumaEven v128) (local $lumaOdd v128)
    (local $uEven v128) (local $uOdd v128) (local $vEven v128) (local $vOdd v128)
    (if (i32.or (i32.le_s (local.get $width) (i32.const 0)) (i32.le_s (local.get $height) (i32.const 0)))
      (then (return)))
    ;; Of each pixel the even bytes are red and blue, the odd ones green and alpha.
    (local.set $even (i32x4.splat (i32.const 0x00ff00ff)))
    (local.set $lumaEven (v128.const i16x8 66 25 66 25 66 25 66 25))
    (local.set $lumaOdd (v128.const i16x8 129 0 129 0 129 0 129 0))
    (local.set $uEven (v128.const i16x8 -38 112 -38 112 -38 112 -38 112))
    (local.set $uOdd (v128.const i16x8 -74 0 -74 0 -74 0 -74 0))
    (local.set $vEven (v128.const i16x8 112 -18 112 -18 112 -18 112 -18))
    (local.set $vOdd (v128.const i16x8 -94 0 -94 0 -94 0 -94 0))
    (local.set $last (i32.sub (local.get $width) (i32.const 8)))
    (loop $nextPair
      (local.set $x (i32.const 0))
      (block $lineDone
        (loop $next
          ;; The last group steps back to end at the edge; what it writes twice is the same.
          (if (i32.gt_s (local.get $x) (local.get $last)) (then (local.set $x (local.get $last))))
          (local.set $p (i32.add (local.get $src) (i32.shl (local.get $x) (i32.const 2))))
          (local.set $q (i32.add (local.get $p) (local.get $srcStride)))
          (local.set $a (v128.load (local.get $p)))
          (local.set $b (v128.load offset=16 (local.get $p)))
          (local.set $c (v128.load (local.get $q)))
          (local.set $e (v128.load offset=16 (local.get $q)))
          (local.set $d (i32.add (local.get $luma) (local.get $x)))
          (local.set $s
            (i32x4.shr_u
              (i32x4.add
                (i32x4.add
                  (i32x4.dot_i16x8_s (v128.and (local.get $a) (local.get $even)) (local.get $lumaEven))
                  (i32x4.dot_i16x8_s (i16x8.shr_u (local.get $a) (i32.const 8)) (local.get $lumaOdd)))
                (i32x4.splat (i32.const 4224)))
              (i32.const 8)))
          (local.set $t
            (i32x4.shr_u
              (i32x4.add
                (i32x4.add
                  (i32x4.dot_i16x8_s (v128.and (local.get $b) (local.get $even)) (local.get $lumaEven))
                  (i32x4.dot_i16x8_s (i16x8.shr_u (local.get $b) (i32.const 8)) (local.get $lumaOdd)))
                (i32x4.splat (i32.const 4224)))
              (i32.const 8)))
          (local.set $s (i16x8.narrow_i32x4_s (local.get $s) (local.get $t)))
          (v128.store64_lane 0 (local.get $d) (i8x16.narrow_i16x8_u (local.get $s) (local.get $s)))
          (local.set $s
            (i32x4.shr_u
              (i32x4.add
                (i32x4.add
                  (i32x4.dot_i16x8_s (v128.and (local.get $c) (local.get $even)) (local.get $lumaEven))
                  (i32x4.dot_i16x8_s (i16x8.shr_u (local.get $c) (i32.const 8)) (local.get $lumaOdd)))
                (i32x4.splat (i32.const 4224)))
              (i32.const 8)))
          (local.set $t
            (i32x4.shr_u
              (i32x4.add
                (i32x4.add
                  (i32x4.dot_i16x8_s (v128.and (local.get $e) (local.get $even)) (local.get $lumaEven))
                  (i32x4.dot_i16x8_s (i16x8.shr_u (local.get $e) (i32.const 8)) (local.get $lumaOdd)))
                (i32x4.splat (i32.const 4224)))
              (i32.const 8)))
          (local.set $s (i16x8.narrow_i32x4_s (local.get $s) (local.get $t)))
          (v128.store64_lane 0 (i32.add (local.get $d) (local.get $lumaStride)) (i8x16.narrow_i16x8_u (local.get $s) (local.get $s)))
          (local.set $s (i8x16.avgr_u (local.get $a) (local.get $c)))
          (local.set $t (i8x16.avgr_u (local.get $b) (local.get $e)))
          (local.set $s
            (i8x16.avgr_u
              (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $s) (local.get $t))
              (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $s) (local.get $t))))
          (local.set $rb (v128.and (local.get $s) (local.get $even)))
          (local.set $ga (i16x8.shr_u (local.get $s) (i32.const 8)))
          (local.set $d (i32.shr_u (local.get $x) (i32.const 1)))
          (local.set $t
            (i32x4.shr_s
              (i32x4.add
                (i32x4.add
                  (i32x4.dot_i16x8_s (local.get $rb) (local.get $uEven))
                  (i32x4.dot_i16x8_s (local.get $ga) (local.get $uOdd)))
                (i32x4.splat (i32.const 32896)))
              (i32.const 8)))
          (local.set $t (i16x8.narrow_i32x4_s (local.get $t) (local.get $t)))
          (v128.store32_lane 0 (i32.add (local.get $u) (local.get $d)) (i8x16.narrow_i16x8_u (local.get $t) (local.get $t)))
          (local.set $t
            (i32x4.shr_s
              (i32x4.add
                (i32x4.add
                  (i32x4.dot_i16x8_s (local.get $rb) (local.get $vEven))
                  (i32x4.dot_i16x8_s (local.get $ga) (local.get $vOdd)))
                (i32x4.splat (i32.const 32896)))
              (i32.const 8)))
          (local.set $t (i16x8.narrow_i32x4_s (local.get $t) (local.get $t)))
          (v128.store32_lane 0 (i32.add (local.get $v) (local.get $d)) (i8x16.narrow_i16x8_u (local.get $t) (local.get $t)))
          (br_if $lineDone (i32.eq (local.get $x) (local.get $last)))
          (local.set $x (i32.add (local.get $x) (i32.const 8)))
          (br $next)))
      (local.set $src (i32.add (local.get $src) (i32.shl (local.get $srcStride) (i32.const 1))))
      (local.set $luma (i32.add (local.get $luma) (i32.shl (local.get $lumaStride) (i32.const 1))))
      (local.set $u (i32.add (local.get $u) (local.get $chromaStride)))
      (local.set $v (i32.add (local.get $v) (local.get $chromaStride)))
      (br_if $nextPair
        (i32.gt_s (local.tee $height (i32.sub (local.get $height) (i32.const 2))) (i32.const 0))))))
