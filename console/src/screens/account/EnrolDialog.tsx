import '@verbatim/ui/mantine-later.css'
import { Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { totpUri } from '@verbatim/client/sign-in.ts'
import { confirmAuthenticator } from '@verbatim/contract/account.ts'
import { AuthenticatorSecret } from '@verbatim/ui/AuthenticatorSecret.tsx'
import { CodeStep } from '@verbatim/ui/CodeStep.tsx'
import { useApi } from '#shell/use-house.ts'

interface EnrolDialogProps {
  email: string
  /** Base 32. */
  secret: string
  onDone: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Shows a new authenticator's key, and takes its first code. */
export function EnrolDialog({ email, secret, onDone, onClose }: EnrolDialogProps) {
  const api = useApi()
  const confirm = useMutation({
    mutationFn: (code: string) => api(confirmAuthenticator, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <Modal opened title="Set up an authenticator" onClose={onClose}>
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
          why="From then on, each sign-in asks for its code."
        />
      </CodeStep>
    </Modal>
  )
}
