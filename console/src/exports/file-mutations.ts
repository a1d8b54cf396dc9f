import { useMutation } from '@tanstack/react-query'
import { toHex } from '@verbatim/client/bytes.ts'
import { saveFile } from '@verbatim/client/save-file.ts'
import { cancelExport, type Export, getExportFile } from '@verbatim/contract/exports.ts'
import type { ExportId } from '@verbatim/contract/ids.ts'
import { useAct } from '#shell/use-act.ts'
import { useApi } from '#shell/use-app-context.ts'

/** Cancels an export. */
export const useCancelExport = (id: ExportId) =>
  useAct({
    call: (api) => api(cancelExport, { params: { id } }),
    failed: 'The export was not cancelled',
    touches: ['exports'],
  })

/** A saved file, and whether its bytes match the server's digest. */
interface Saved {
  /** `undefined` if the browser cannot compute hashes, as on an address without https. */
  readonly isWhole: boolean | undefined
}

/** Downloads the file of a finished export, saves it, and checks its hash. */
export function useSaveExport(
  { id, fileName, manifest }: Pick<Export, 'id' | 'fileName' | 'manifest'>,
  onSaved: () => void,
) {
  const api = useApi()
  return useMutation({
    mutationFn: async (): Promise<Saved> => {
      const file = await (await api(getExportFile, { params: { id } })).read()
      saveFile(fileName, file)
      return { isWhole: manifest && (await hasDigest(file, manifest.sha256)) }
    },
    // A damaged file is asked for again after a reload.
    onSuccess: ({ isWhole }) => {
      if (isWhole !== false) onSaved()
    },
  })
}

/** Saves what the file is, and what it lacks, as a file of its own: to travel beside it. */
export function saveManifest({ fileName, kind, manifest }: Export): void {
  const text = JSON.stringify({ fileName, kind, ...manifest }, undefined, 2)
  saveFile(`${fileName}.manifest.json`, new Blob([text], { type: 'application/json' }))
}

async function hasDigest(file: Blob, sha256: string): Promise<boolean | undefined> {
  if (!globalThis.isSecureContext) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return toHex(new Uint8Array(digest)) === sha256
}
