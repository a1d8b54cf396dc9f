/**
 * Every raw colour of the product. Scales run from light to dark and are even in perceived lightness (OKLCH), so
 * that the same step of two hues looks alike; greys are neutral. Indigo, the accent, is darker from the sixth step on.
 * All other files use tokens instead of raw colours.
 */
export const palette = {
  gray: scale('#f8f8fa #f2f2f5 #e8e8ed #dcdce2 #c4c5cd #92949e #5f616a #47494f #2f3136 #1b1c20'),
  dark: scale('#dcdde2 #bfc0c8 #a0a1ab #74767f #3a3b42 #2a2b31 #202126 #17181b #111214 #0b0c0d'),
  indigo: scale('#f3f5fd #e5eafd #cfd7fb #b1bdf5 #8e9deb #5e6ad5 #4148b2 #333795 #252970 #181b4d'),
  violet: scale('#f8f3ff #f0e6fe #e3cefe #d1affa #bb8aef #a264df #8b44c9 #7534ad #5d298a #452067'),
  blue: scale('#f0f7fe #dceeff #bcddfe #8cc7ff #4cabfd #058ce6 #0472bd #025f9f #004c80 #003962'),
  red: scale('#fef3f2 #ffe4e1 #ffcbc5 #fea69e #f47b74 #e14d4b #c9222b #ac0f1e #8a0e18 #671013'),
  green: scale('#eff9f1 #ddf1e1 #bee5c7 #93d3a3 #60bb7c #1aa155 #008542 #006f36 #02582a #00431e'),
  yellow: scale('#fdf4ea #f9e8d4 #f3d3ad #e9b778 #d89534 #b87806 #976100 #7e5103 #664000 #4d2f00'),
  teal: scale('#e9faf9 #d1f3f3 #a4e8e7 #5ad7d7 #08bcbc #0c9b9b #017f7f #006a6a #005455 #023f40'),
}

export type Hue = keyof typeof palette

/** Ten steps, lightest first. */
type Scale = [string, string, string, string, string, string, string, string, string, string]

function scale(steps: string): Scale {
  return steps.split(' ') as Scale
}
