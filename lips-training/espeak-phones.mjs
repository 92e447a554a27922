/** In the CMU set, eSpeak NG's English mnemonics of it; two names where eSpeak writes a vowel and its `r` as one. */
const MNEMONICS = `
  p = p, b = b, m = m, f = f, v = v, th = T, dh = D, t = t t2 ?, ay = aI2 aI, ih r = IR i@3, dx = t# *
  d = d, k = k x, g = g, ng = N, hh = h, ch = tS, jh = dZ, sh = S, zh = Z, s = s z#, z = z, n = n, en = n-
  em = m-, l = l l#, el = @L, r = r r- R R2, w = w w# W, y = j ; Y, er = 3 3: 3R @r, ax = @ @2 @5 @- a#
  ih = I2 I# I, iy = i i:, ae = a aa, aa = A: A 0 0# Q, aa r = A@, ah = V, eh = E E2 E#, eh r = e@
  ih ax = i@, ey = eI e:, ay ax = aI@, ay r = aI3, aw = aU, aw ax = aU@, ao = O: O O2, ao r = O@ o@
  ow = oU o:, oy = OI, uh = U, uh r = U@, uw = u: u, ah r = VR, iy r = i:R`;
/** @type {Map<string, string[]>} */
const PHONES = new Map(
  MNEMONICS.trim()
    .split(/,\s+|\n\s*/)
    .map((entry) => entry.split(' = '))
    .flatMap(([phones, mnemonics]) => mnemonics.split(' ').map((mnemonic) => [mnemonic, phones.split(' ')])),
);

/** One or two CMU phones; `undefined` for a mnemonic that is not known. */
export function espeakPhone(mnemonic) {
  const bare = mnemonic.replace(/['%,=|]/g, '');
  if (bare === '' || bare.startsWith('_') || bare === ':') return ['pau'];
  return PHONES.get(bare);
}
