import {
  type ChangeRequest,
  changeRequestStateNames,
  decideChangeRequest,
  getRequestedRules,
  withdrawChangeRequest,
} from '@verbatim/contract/change-requests.ts'
import { saveFile } from '@verbatim/client/save-file.ts'
import { useAct } from '#shell/use-act.ts'

export type Decision = 'approve' | 'reject' | 'withdraw'

/** Decides or withdraws a request, and reloads what it changes. */
export const useDecide = ({ id, targetName }: ChangeRequest, onDone: () => void) =>
  useAct({
    call: (api, { decision, reason }: { readonly decision: Decision; readonly reason: string }) =>
      decision === 'withdraw'
        ? api(withdrawChangeRequest, { params: { id } })
        : api(decideChangeRequest, { params: { id }, body: { decision, reason } }),
    done: ({ state }) => `“${targetName}”: ${changeRequestStateNames[state].toLowerCase()}`,
    failed: 'Your decision was not saved',
    touches: ['change-requests', 'policies', 'organization'],
    onDone,
  })

/** Has the browser save the file of rules that a request would import. */
export const useSaveRules = ({ id, targetName }: ChangeRequest) =>
  useAct({
    call: async (api) => {
      const file = await (await api(getRequestedRules, { params: { id } })).read()
      saveFile(`Rules for ${targetName}.csv`, file)
    },
    failed: 'The file was not downloaded',
    touches: [],
  })
