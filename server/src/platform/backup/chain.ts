import { join } from 'node:path'
import { Refusal } from '#platform/refusal.ts'
import {
  type FoundBackup,
  indexSuffix,
  listBackups,
  manifestName,
  type OpenBackup,
  openBackup,
} from './layout.ts'
import { Damaged, digestOf } from './sealed-file.ts'

/**
 * The backup that was made last. A name has the time of a machine's clock, which may have been wrong: whatever another adds to is
 * older than that one.
 */
export function newestOf(backups: readonly FoundBackup[]): FoundBackup | undefined {
  const parents = new Set(backups.map(({ header }) => header.parent))
  return backups.findLast(({ header }) => !parents.has(header.id))
}

export interface ChosenBackup extends FoundBackup {
  /** Newer ones that failed their trial restore. */
  readonly passedOver: readonly FoundBackup[]
}

/**
 * The backup with this ID, or the newest that did not fail its trial restore.
 * @throws Refusal if there is none, or several installations have backups there
 */
export async function chooseBackup(folder: string, id?: string): Promise<ChosenBackup> {
  const all = await listBackups(folder)
  if (id !== undefined) {
    const named = all.find(({ header }) => header.id === id)
    if (!named) throw new Refusal(`${folder} has no complete backup ${id}.`)
    return { ...named, passedOver: [] }
  }
  refuseSeveral(folder, all)
  const [sound, unsound] = [all.filter((one) => !hasFailed(one)), all.filter(hasFailed)]
  const newest = newestOf(sound)
  if (newest) return { ...newest, passedOver: unsound.filter((one) => one.folder > newest.folder) }
  if (unsound.length === 0) throw new Refusal(`${folder} has no complete backup.`)
  throw new Refusal(
    `Every backup in ${folder} failed its trial restore. Restore one all the same with --backup ID: ${idsOf(unsound)}.`,
  )
}

export const hasFailed = ({ trial }: FoundBackup) => trial?.failure !== undefined

function refuseSeveral(folder: string, all: readonly FoundBackup[]): void {
  const byInstallation = Map.groupBy(all, ({ header }) => header.installation)
  if (byInstallation.size < 2) return
  const newest = [...byInstallation].map(
    ([installation, own]) => `installation ${installation}: ${newestOf(own)?.header.id}`,
  )
  throw new Refusal(
    `${folder} has backups of ${byInstallation.size} installations. Choose one with --backup ID. The newest are ${newest.join(', ')}.`,
  )
}

const idsOf = (backups: readonly FoundBackup[]) => backups.map(({ header }) => header.id).join(', ')

/**
 * A backup with all backups that it builds upon, the full one first. Every file that a restore reads is present and unchanged.
 * @throws Refusal that names the missing file @throws Damaged
 */
export async function openChain(
  folder: string,
  passphrase: string,
  chosen: FoundBackup,
): Promise<OpenBackup[]> {
  const all = await listBackups(folder)
  const chain = [await openBackup(chosen, passphrase)]
  for (let first = chain[0]; first?.header.parent; first = chain[0]) {
    const parent = all.find(({ header }) => header.id === first.header.parent)
    if (!parent)
      throw new Refusal(`${first.folder} adds to backup ${first.header.parent}, which is not in ${folder}.`)
    const opened = await openBackup(parent, passphrase)
    if (opened.sum !== first.manifest.parentSum) throw new Damaged(join(opened.folder, manifestName))
    chain.unshift(opened)
  }
  for (const backup of chain) await checkFiles(backup)
  return chain
}

/** Compares every file that a restore reads with the manifest. */
async function checkFiles({ folder, manifest }: OpenBackup): Promise<void> {
  for (const [name, expected] of Object.entries(manifest.files)) {
    // The indexes are removed once another backup builds upon this one, which remains restorable.
    if (name.endsWith(indexSuffix)) continue
    const found = await digestOf(join(folder, name))
    if (found.sha256 !== expected.sha256) throw new Damaged(join(folder, name))
  }
}
