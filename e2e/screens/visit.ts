import type { Page } from '@playwright/test'
import type { Screen, Stage } from './stage.ts'

/** Goes to an address as a link does: nothing is loaded again. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), path)
}

export const addressOf = ({ address }: Screen, { sights }: Stage): string =>
  typeof address === 'string' ? address : address(sights)
