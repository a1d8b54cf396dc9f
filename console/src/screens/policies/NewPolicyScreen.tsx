import { Failure } from '@verbatim/client/failure.ts'
import { ErrorPage } from '#shell/ErrorPage.tsx'
import { useCan } from '#shell/use-house.ts'
import { usePoliciesAddress } from './policies-address.ts'
import { PolicyEditor } from './PolicyEditor.tsx'
import { DialogFrame } from '#shell/DialogFrame.tsx'

const forbidden = new Failure('access.denied', { details: { permission: 'policies.manage' } })

/** A policy that is not there yet. */
export function NewPolicyScreen() {
  const { close } = usePoliciesAddress()
  if (useCan('policies.manage')) return <PolicyEditor latest={undefined} />
  return (
    <DialogFrame tabsLabel="Policy" title="New policy" tabs={[]} current="details" isBrief onClose={close}>
      <ErrorPage error={forbidden} />
    </DialogFrame>
  )
}
