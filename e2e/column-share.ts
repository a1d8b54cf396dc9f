import type { Locator } from '@playwright/test'
import { expect } from '#world.ts'

/**
 * What people wrote has its share of a list's width, wide and less wide, beside names of usual length: they need about
 * 130 px, and the icons before them 62 px. Source: docs/rules/look.md.
 */
export async function expectShare(table: Locator, column: string): Promise<void> {
  const widthOf = async (name: string) =>
    (await table.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? 0
  for (const [width, least, forNames] of [
    [1280, 0.34, 192],
    [1440, 0.4, 204],
  ] as const) {
    await table.page().setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => (await widthOf(column)) / ((await table.boundingBox())?.width ?? 1))
      .toBeGreaterThanOrEqual(least)
    await expect.poll(() => widthOf('From → To')).toBeGreaterThanOrEqual(forNames)
  }
}
