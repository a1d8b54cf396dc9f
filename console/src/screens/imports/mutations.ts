import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '@verbatim/client/save-file.ts'
import {
  cancelImport,
  checkImport,
  type Import,
  type ImportKindName,
  type ImportSettings,
  startImport,
  undoImport,
  updateImport,
} from '@verbatim/contract/imports.ts'
import { getFailedRows } from '@verbatim/contract/import-rows.ts'
import { useState } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import { importWords } from './import-sides.ts'
import { importQuery } from './queries.ts'

/** Uploads a file and stores it for mapping its columns; `progress` is the uploaded share. */
export function useUpload(kind: ImportKindName) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const mutation = useMutation({
    mutationFn: async (file: File) => {
      setProgress(0)
      const body = new Uint8Array(await file.arrayBuffer())
      const query = { fileName: file.name.slice(0, 255), hold: 'true' }
      const { upload, params } = importWords[kind]
      return api(upload, { query, body, ...(params && { params }) }, undefined, setProgress)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['imports', 'recent'] }),
  })
  return { ...mutation, progress }
}

/** Sends the version that the user saw, because the rows are imported with their permissions. */
const begins = { check: checkImport, start: startImport }
const ends = { cancel: cancelImport, undo: undoImport }
export type ImportStep = keyof typeof begins | keyof typeof ends

interface Stepping {
  readonly step: ImportStep
  /** Saved first, if they changed. */
  readonly mapped?: { readonly mapping: Import['mapping']; readonly settings: ImportSettings } | undefined
}

/** Moves an import one step forward. A failure is shown also if the import's dialog is closed by then. */
export function useStep({ id, version, fileName }: Pick<Import, 'id' | 'version' | 'fileName'>) {
  const api = useApi()
  const queryClient = useQueryClient()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: async ({ step, mapped }: Stepping) => {
      const seen = mapped ? await api(updateImport, { params: { id }, body: mapped }) : { version }
      if (step === 'cancel' || step === 'undo') return api(ends[step], { params: { id } })
      return api(begins[step], { params: { id }, query: { expectedVersion: seen.version } })
    },
    onSuccess: (now) => queryClient.setQueryData(importQuery(api, id).queryKey, now),
    onError: (error) => tellFailure(`The import of “${fileName}” could not continue`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  })
}

/** Saves the failed rows as a file, for correction. */
export function useSaveFailed({ id }: Pick<Import, 'id'>) {
  const api = useApi()
  return useMutation({
    mutationFn: async () => {
      const { fileName, read } = await api(getFailedRows, { params: { id } })
      saveFile(fileName, await read())
    },
  })
}
