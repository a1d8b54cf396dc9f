import type { Page } from '@playwright/test'
import type { Screen, Stage } from './stage.ts'

/** Goes to an address as a link does: nothing is loaded again, and what had the focus before, such as a field, has it no more. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState({}, '', to)
  }, path)
}

export const addressOf = ({ address }: Screen, { sights }: Stage): string =>
  typeof address === 'string' ? address : address(sights)
