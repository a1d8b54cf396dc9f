/** Files in the folder of collected deliveries. A name says whose file it is, and which process writes it. */
import { join } from 'node:path'
import { AccountGapId, AccountId } from '@verbatim/contract/ids.ts'
import { ownPid } from '#platform/ahead-file.ts'

export interface AccountFile {
  readonly path: string
  readonly accountId: AccountId
  readonly gapId: AccountGapId
  readonly pid: number
  readonly isMarked: boolean
}

/** One kind of files: the end of their names, and what is added to it for some of them. */
function accountFiles(end: string, mark: string) {
  const pattern = new RegExp(String.raw`^([\da-f-]{36})\.([\da-f-]{36})\.(\d+)\.${end}(\.${mark})?$`)
  return {
    /** The path of a file of this process. */
    pathOf: (folder: string, accountId: AccountId, gapId: AccountGapId) =>
      join(folder, `${accountId}.${gapId}.${ownPid}.${end}`),
    marked: (path: string) => `${path}.${mark}`,
    /** Undefined if the file is of another kind. */
    read(folder: string, name: string): AccountFile | undefined {
      const [, account, gap, pid, marked] = pattern.exec(name) ?? []
      const accountId = AccountId.safeParse(account).data
      const gapId = AccountGapId.safeParse(gap).data
      return accountId && gapId
        ? { path: join(folder, name), accountId, gapId, pid: Number(pid), isMarked: marked !== undefined }
        : undefined
    },
  }
}

/** Deliveries that wait for the database. A marked file was read as far as it can be. */
export const deliveryFiles = accountFiles('log', 'damaged')

/** Losses that wait for the database. A marked file has a text that its process did not finish; the file that it was for is there too. */
export const lossFiles = accountFiles('lost', 'part')
