/** The forms in which a screen is looked at, and what axe and the eye would find in each. */
import type { Page } from '@playwright/test'
import { findViolations } from '#axe.ts'
import { settleAnimations, settleLayout } from '#screens/settled.ts'
import type { Screen } from '#screens/stage.ts'

interface Form {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
  readonly motion: 'no-preference' | 'reduce'
  /** Without them, every rule: what differs between two schemes is contrast, between two widths what is drawn. */
  readonly rules?: readonly string[]
}

const ofColours = ['color-contrast', 'link-in-text-block']
const narrow = { height: 844, scheme: 'light', motion: 'reduce' } as const

/** What is opened there is looked at in all others. */
const wide: Form = {
  name: 'wide',
  width: 1440,
  height: 900,
  scheme: 'light',
  motion: 'no-preference',
}

export const forms: readonly Form[] = [
  wide,
  { name: 'wide, dark', width: 1440, height: 900, scheme: 'dark', motion: 'reduce', rules: ofColours },
  { name: '200 %', width: 720, height: 450, scheme: 'light', motion: 'no-preference' },
  { name: 'narrow', width: 390, ...narrow },
  { name: 'narrow, dark', width: 390, ...narrow, scheme: 'dark', rules: ofColours },
  { name: '320 pixels', width: 320, ...narrow, height: 640 },
]

/** What is reached by keyboard in the wide form is reached in these, too. */
export const smaller = forms.filter(({ name }) => ['200 %', 'narrow'].includes(name))

/** Wider, the side bar is always there. */
const leastForSideBar = 901

export const formsOf = ({ isNarrow }: Screen): readonly Form[] =>
  forms.filter(({ width }) => !isNarrow || width < leastForSideBar)

/** The form in which a screen is opened. */
export const firstFormOf = (screen: Screen): Form => formsOf(screen)[0] ?? wide

export async function takeForm(page: Page, { width, height, scheme, motion }: Form): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: motion })
  await settleLayout(page)
  await settleAnimations(page)
}

/** What is wrong with the page in a form, a line each. */
export async function findingsIn(page: Page, form: Form): Promise<string[]> {
  await takeForm(page, form)
  const { rules: only } = form
  const violations = await findViolations(page, only ? { only } : { also: ['target-size'] })
  return [...violations, ...(await page.evaluate(findWrong, form.motion === 'reduce'))]
}

/** Runs in the page: what does not fit it, and what moves although no motion is asked for. */
function findWrong(isStill: boolean): string[] {
  const wide = document.documentElement.scrollWidth - window.innerWidth
  const outside = [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].filter(
    (layer) => {
      const { left, right, width } = layer.getBoundingClientRect()
      return width > 0 && layer.checkVisibility() && (left < -1 || right > window.innerWidth + 1)
    },
  )
  const moving = isStill
    ? document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
    : []
  return [
    ...(wide > 0 ? [`The page scrolls sideways by ${wide} pixels`] : []),
    ...outside.map(
      (layer) =>
        `${layer.getAttribute('role')} “${layer.getAttribute('aria-label') ?? ''}” lies outside the page`,
    ),
    ...(moving.length > 0 ? [`${moving.length} animations run although none are asked for`] : []),
  ]
}
