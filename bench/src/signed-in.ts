import { worldPassword } from '@verbatim/server/testing/world.ts'
import type { Page } from '@playwright/test'

/** Signs a compliance user in, as people do. */
export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email').fill('compliance@bench.example')
  await page.getByLabel('Password', { exact: true }).fill(worldPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}
