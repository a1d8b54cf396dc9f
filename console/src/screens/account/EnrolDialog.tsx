import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { totpUri } from '@verbatim/contract/identity.ts'
import { AuthenticatorSecret } from '@verbatim/ui/sign-in/AuthenticatorSecret.tsx'
import { CodeStep } from '@verbatim/ui/sign-in/CodeStep.tsx'

interface EnrolDialogProps {
  email: string
  /** Base 32. */
  secret: string
  /** Sends the first code of the new authenticator, and continues. */
  onConfirm: (code: string) => Promise<void>
  onClose: () => void
}

/** Shows a new authenticator's key, and asks for its first code. */
export function EnrolDialog({ email, secret, onConfirm, onClose }: EnrolDialogProps) {
  const confirm = useMutation({ mutationFn: onConfirm })
  return (
    <Dialog opened title="Set up an authenticator" onClose={onClose}>
      <CodeStep
        error={confirm.error ? asFailure(confirm.error).message : undefined}
        busy={confirm.isPending}
        leaveLabel="Cancel"
        onStartAgain={onClose}
        onSubmit={(code) => confirm.mutate(code)}
      >
        <AuthenticatorSecret
          secret={secret}
          otpauthUri={totpUri(email, secret)}
          why="You will then need its code at each sign-in."
        />
      </CodeStep>
    </Dialog>
  )
}
