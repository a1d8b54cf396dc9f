import type { ThemeTrend } from '@verbatim/contract/themes.ts'

interface Share {
  readonly part: number
  readonly whole: number
}

/** Beyond this, chance explains a difference once in a hundred times. Once in twenty is too often, because many themes are compared at once. */
const farZ = 2.576
/** Fewer messages than this in both periods say nothing. */
const few = 10

/** Whether a share has changed by more than chance explains: the test of two proportions. */
export function trendOf(now: Share, before: Share): ThemeTrend {
  if (now.part + before.part < few || now.whole === 0 || before.whole === 0) return 'steady'
  const common = (now.part + before.part) / (now.whole + before.whole)
  const deviation = Math.sqrt(common * (1 - common) * (1 / now.whole + 1 / before.whole))
  if (deviation === 0) return 'steady'
  const z = (now.part / now.whole - before.part / before.whole) / deviation
  if (Math.abs(z) < farZ) return 'steady'
  return z > 0 ? 'risen' : 'fallen'
}
