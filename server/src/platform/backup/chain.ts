import { dirname, join } from 'node:path'
import { Refusal } from '#platform/refusal.ts'
import {
  type FoundBackup,
  type FoundBackups,
  indexSuffix,
  listBackups,
  manifestName,
  type OpenBackup,
  openBackup,
} from './layout.ts'
import { Damaged, digestOf, Unreadable } from './sealed-file.ts'
import { Unsound } from './trial.ts'

/**
 * The backup that was made last. A name has the time of a machine's clock, which may have been wrong: whatever another adds to is
 * older than that one.
 */
export function newestOf(backups: readonly FoundBackup[]): FoundBackup | undefined {
  const parents = new Set(backups.map(({ header }) => header.parent))
  return backups.findLast(({ header }) => !parents.has(header.id))
}

export interface ChosenBackup extends FoundBackup {
  /** Newer ones that a restore does not take by itself. */
  readonly passedOver: readonly Obstacle[]
}

/** Why a folder with the name of a backup cannot be restored, or should not be. */
interface Obstacle {
  readonly folder: string
  readonly reason: Refusal
}

/**
 * The backup with this ID, or the newest that nothing is known against.
 * @throws Refusal if there is none, several installations have backups there, or a newer one cannot be read
 */
export async function chooseBackup(folder: string, id?: string): Promise<ChosenBackup> {
  const found = await listBackups(folder)
  if (id !== undefined) return { ...requireBackup(folder, found, id), passedOver: [] }
  refuseSeveral(folder, found.complete)
  const obstacleOf = openObstacles(found)
  const newest = newestOf(found.complete.filter((one) => !obstacleOf(one)))
  const obstacles = [...found.incomplete, ...found.complete.flatMap((one) => obstacleOf(one) ?? [])].toSorted(
    (one, other) => (one.folder < other.folder ? -1 : 1),
  )
  if (!newest) throw noneToRestore(folder, obstacles, found.complete.filter(hasFailed))
  const passedOver = obstacles.filter((one) => one.folder > newest.folder)
  // It may be whole, and this machine at fault: an older one in its place would lose what is in it only.
  const unread = passedOver.find(({ reason }) => reason instanceof Unreadable)
  if (!unread) return { ...newest, passedOver }
  const { id: before } = newest.header
  throw new Refusal(
    `${unread.reason.message} The newest backup before it is ${before}. To restore that one, use --backup ${before}.`,
  )
}

function requireBackup(folder: string, { complete, incomplete }: FoundBackups, id: string): FoundBackup {
  const named = complete.find(({ header }) => header.id === id)
  if (named) return named
  throw (
    incomplete.find((one) => one.id === id)?.reason ?? new Refusal(`${folder} has no complete backup ${id}.`)
  )
}

function noneToRestore(
  folder: string,
  obstacles: readonly Obstacle[],
  failed: readonly FoundBackup[],
): Refusal {
  const newest = obstacles.at(-1)
  if (!newest) return new Refusal(`${folder} has no complete backup.`)
  const ids = failed.map(({ header }) => header.id).join(', ')
  const choice = ids === '' ? '' : ` To restore one anyway, use --backup ID: ${ids}.`
  return new Refusal(`No backup in ${folder} can be restored. ${newest.reason.message}${choice}`)
}

const hasFailed = ({ trial }: FoundBackup) => trial?.failure !== undefined

/** @returns What is known against a backup without its passphrase: of its own, or of one that it adds to. */
export function openObstacles(found: FoundBackups): (backup: FoundBackup) => Obstacle | undefined {
  const baseOf = openBases(found)
  const known = new Map<string, Refusal | undefined>()
  const findReason = (backup: FoundBackup): Refusal | undefined => {
    const { folder, header } = backup
    if (hasFailed(backup)) return new Unsound(`${folder} failed its trial restore.`)
    if (known.has(header.id)) return known.get(header.id)
    known.set(header.id, new Unsound(`${folder} depends on itself.`)) // until its base is known not to
    const base = baseOf(backup)
    const reason = base instanceof Refusal ? base : base && findReason(base)
    known.set(header.id, reason)
    return reason
  }
  return (backup) => {
    const reason = findReason(backup)
    return reason && { folder: backup.folder, reason }
  }
}

/** @returns The backup that another adds to; undefined for a full one. */
function openBases({
  complete,
  incomplete,
}: FoundBackups): (backup: FoundBackup) => FoundBackup | Refusal | undefined {
  const byId = new Map<string, FoundBackup | Refusal>([
    ...incomplete.map(({ id, reason }) => [id, reason] as const),
    ...complete.map((one) => [one.header.id, one] as const),
  ])
  return ({ folder, header: { parent } }) => {
    if (parent === null) return undefined
    const base = byId.get(parent)
    return base ?? new Unsound(`${folder} needs backup ${parent}, which is not in ${dirname(folder)}.`)
  }
}

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

/**
 * A backup with all backups that it builds upon, the full one first. Every file that a restore reads is present and unchanged.
 * @throws Unsound if one is missing @throws Damaged, Unreadable that names the file
 */
export async function openChain(
  folder: string,
  passphrase: string,
  chosen: FoundBackup,
): Promise<OpenBackup[]> {
  const baseOf = openBases(await listBackups(folder))
  let first = await openBackup(chosen, passphrase)
  const chain = [first]
  for (let base = baseOf(chosen); base; base = baseOf(base)) {
    if (base instanceof Refusal) throw base
    const opened = await openBackup(base, passphrase)
    if (opened.sum !== first.manifest.parentSum) throw new Damaged(join(opened.folder, manifestName))
    chain.unshift(opened)
    first = opened
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
