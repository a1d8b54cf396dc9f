import { splitTheme as split } from '#domains/themes/split-commands.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'

/** Splits a theme while no message is placed. */
export async function splitTheme(...given: Parameters<typeof split>): ReturnType<typeof split> {
  const [tx] = given
  await lockTenant(tx)
  return split(...given)
}
