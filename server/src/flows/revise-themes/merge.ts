import { mergeThemes } from '#domains/themes/commands.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'

/** Merges themes while no message is placed. */
export async function mergeTheme(...given: Parameters<typeof mergeThemes>): ReturnType<typeof mergeThemes> {
  const [tx] = given
  await lockTenant(tx)
  return mergeThemes(...given)
}
