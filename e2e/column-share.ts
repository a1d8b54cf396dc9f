import type { Locator } from '@playwright/test'
import { expect } from '#world.ts'

/** What people wrote has its share of a list's width, wide and less wide. Source: docs/rules/look.md. */
export async function expectShare(table: Locator, column: string): Promise<void> {
  const header = table.getByRole('columnheader', { name: column, exact: true })
  for (const [width, least] of [
    [1280, 0.42],
    [1440, 0.45],
  ] as const) {
    await table.page().setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const [part, whole] = [await header.boundingBox(), await table.boundingBox()]
        return (part?.width ?? 0) / (whole?.width ?? 1)
      })
      .toBeGreaterThanOrEqual(least)
  }
}
