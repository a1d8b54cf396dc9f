import { Failure } from '@verbatim/client/failure.ts'
import { ErrorPage } from '#shell/ErrorPage.tsx'
import { useCan } from '#shell/use-house.ts'
import { usePoliciesAddress } from './policies-address.ts'
import { PolicyEditor } from './PolicyEditor.tsx'
import { PolicyFrame } from './PolicyFrame.tsx'

const forbidden = new Failure('access.denied', { details: { permission: 'policies.manage' } })

/** A policy that is not there yet. */
export function NewPolicyScreen() {
  const { close } = usePoliciesAddress()
  if (useCan('policies.manage')) return <PolicyEditor latest={undefined} />
  return (
    <PolicyFrame title="New policy" tabs={[]} current="details" isBrief onClose={close}>
      <ErrorPage error={forbidden} />
    </PolicyFrame>
  )
}
