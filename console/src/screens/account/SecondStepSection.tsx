import { Alert, Button, Group, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type Account,
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '@verbatim/contract/account.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { type ReactNode, useState } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import classes from './AccountScreen.module.css'
import { CodeDialog } from './CodeDialog.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

type Act = 'replace' | 'remove' | 'renew'

/** The current action; its dialogs open in sequence. */
type Doing =
  | { readonly what: 'proving'; readonly act: Act }
  | { readonly what: 'enrolling'; readonly secret: string }
  | { readonly what: 'telling'; readonly codes: readonly string[] }

const titles = {
  replace: 'Replace authenticator',
  remove: 'Remove second step',
  renew: 'Create new recovery codes',
} as const

/** The authenticator and its recovery codes. Every change of an active authenticator needs its code first. */
export function SecondStepSection({ account: { email, secondStep } }: { account: Account }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [doing, setDoing] = useState<Doing>()
  const reload = () => void queryClient.invalidateQueries({ queryKey: ['account'] })
  const close = () => {
    setDoing(undefined)
    reload()
  }
  const begin = async (code?: string) => {
    const { secret } = await api(beginAuthenticator, { body: code === undefined ? {} : { code } })
    setDoing({ what: 'enrolling', secret })
  }
  const confirm = async (code: string) => {
    const { recoveryCodes: codes } = await api(confirmAuthenticator, { body: { code } })
    setDoing({ what: 'telling', codes })
  }
  const acts = {
    replace: begin,
    async remove(code: string) {
      await api(removeAuthenticator, { body: { code } })
      close()
      toast({ tone: 'done', title: 'Your second step was removed' })
    },
    async renew(code: string) {
      const { recoveryCodes: codes } = await api(renewRecoveryCodes, { body: { code } })
      setDoing({ what: 'telling', codes })
    },
  }
  return (
    <section className={classes.section}>
      <Title order={2} id="account-second-step">
        Second step
      </Title>
      {secondStep.enabled ? (
        <InForce secondStep={secondStep} onAct={(act) => setDoing({ what: 'proving', act })} />
      ) : (
        <NoSecondStep onBegin={() => void begin().catch(reload)} />
      )}
      {doing?.what === 'proving' && (
        <CodeDialog title={titles[doing.act]} onSubmit={acts[doing.act]} onClose={close} />
      )}
      {doing?.what === 'enrolling' && (
        <EnrolDialog email={email} secret={doing.secret} onConfirm={confirm} onClose={close} />
      )}
      {doing?.what === 'telling' && <RecoveryCodesDialog codes={doing.codes} onClose={close} />}
    </section>
  )
}

/** The benefit of a second step, and a button to set it up. */
export function NoSecondStep({ onBegin }: { onBegin: () => void }) {
  return (
    <>
      <p className={classes.hint}>
        If you use an authenticator app, someone who learns your password still can’t sign in as you.
      </p>
      <Group>
        <Button onClick={onBegin}>Set up an authenticator</Button>
      </Group>
    </>
  )
}

interface InForceProps {
  secondStep: Account['secondStep']
  onAct: (act: Act) => void
}

/** The current authenticator, the number of recovery codes left, and the possible actions. */
function InForce({ secondStep: { required, enrolledAt, recoveryCodesLeft }, onAct }: InForceProps) {
  return (
    <>
      <p className={classes.hint}>
        You need your authenticator app at each sign-in.{required && ' Your organization requires it.'}
        {enrolledAt && (
          <>
            {' '}
            You set it up <Ago at={enrolledAt} />.
          </>
        )}
      </p>
      {recoveryCodesLeft < 3 ? (
        <Alert color="yellow">
          {recoveryCodesLeft === 0
            ? 'You have no recovery codes'
            : `You have ${counted(recoveryCodesLeft, 'recovery code')} left`}
          . Without your authenticator, only an administrator can restore your access.
        </Alert>
      ) : (
        <p className={classes.hint}>{recoveryCodesLeft} recovery codes are left.</p>
      )}
      <InForceActs required={required} onAct={onAct}>
        <Button variant="default" onClick={() => onAct('renew')}>
          New recovery codes
        </Button>
      </InForceActs>
    </>
  )
}

interface InForceActsProps {
  required: boolean
  onAct: (act: 'replace' | 'remove') => void
  /** Further actions. */
  children?: ReactNode
}

/** Actions on an active authenticator. */
export function InForceActs({ required, onAct, children }: InForceActsProps) {
  return (
    <Group>
      <Button variant="default" onClick={() => onAct('replace')}>
        Replace authenticator
      </Button>
      {children}
      {!required && (
        <Button variant="default" onClick={() => onAct('remove')}>
          Remove
        </Button>
      )}
    </Group>
  )
}
