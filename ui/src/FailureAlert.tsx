import { Alert } from '@mantine/core'

/** Why a form was refused, announced at once; nothing without a text. */
export function FailureAlert({ children }: { children: string | null | undefined }) {
  if (!children) return null
  return (
    <Alert color="red" role="alert">
      {children}
    </Alert>
  )
}
