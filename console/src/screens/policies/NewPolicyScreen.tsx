import { DeniedDialog } from '#editor/PendingDialog.tsx'
import { useCan } from '#shell/use-app-context.ts'
import { usePoliciesAddress } from './policies-address.ts'
import { PolicyEditor } from './PolicyEditor.tsx'

/** A policy that is not there yet. */
export function NewPolicyScreen() {
  const { close } = usePoliciesAddress()
  if (useCan('policies.manage')) return <PolicyEditor latest={undefined} />
  return <DeniedDialog title="New policy" permission="policies.manage" onClose={close} />
}
