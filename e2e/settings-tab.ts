import type { Page } from '@playwright/test'
import type { Story } from '#world.ts'

/** From the first screen to a tab of Organization Settings, through the menus. */
export async function openSettingsTab(page: Page, story: Story, name: string): Promise<void> {
  await page.goto(`${story.origin}/`)
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  await page.getByRole('navigation', { name: 'Organization Settings' }).getByRole('link', { name }).click()
}
