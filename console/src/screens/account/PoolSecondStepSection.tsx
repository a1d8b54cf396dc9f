import { Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '@verbatim/contract/account.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'
import { Loaded } from '#failures/Loaded.tsx'
import { useAppContext } from '#shell/use-app-context.ts'
import classes from './AccountScreen.module.css'
import { EnrolDialog } from './EnrolDialog.tsx'
import { ProofDialog, type Typed } from './ProofDialog.tsx'
import { poolAuthenticatorQuery } from './queries.ts'
import { InForceActs, NoSecondStep } from './SecondStepSection.tsx'

type Act = 'replace' | 'remove'

/** The current action; its dialogs open in sequence. */
type Doing =
  | { readonly what: 'proving'; readonly act: Act }
  | { readonly what: 'enrolling'; readonly secret: string }

const titles = { replace: 'Replace authenticator', remove: 'Remove second step' } as const

/** The authenticator of a user in an external user pool. This page reads and changes it there. */
export function PoolSecondStepSection({ account: { email, secondStep } }: { account: Account }) {
  const { session } = useAppContext()
  const { authenticator } = session
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const authentication = useQuery(poolAuthenticatorQuery(session))
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const end = async (title: string) => {
    close()
    toast({ tone: 'done', title })
    await queryClient.invalidateQueries({ queryKey: ['account'] })
  }
  const fail = (thrown: unknown) => tellFailure('Nothing was set up', thrown)
  const enrol = async (asked: Promise<string>) => setDoing({ what: 'enrolling', secret: await asked })
  const acts = {
    replace: (typed: Typed) => enrol(authenticator.replace({ ...typed, email })),
    async remove(typed: Typed) {
      await authenticator.remove({ ...typed, email })
      await end('Your second step was removed')
    },
  }
  const confirm = async (code: string) => {
    await authenticator.confirm(code)
    await end('Your authenticator was set up')
  }
  return (
    <section className={classes.section}>
      <Title order={2} id="account-second-step">
        Second step
      </Title>
      <Loaded of={authentication} pending={36} inline>
        {(isOn) =>
          isOn ? (
            <InForce required={secondStep.required} onAct={(act) => setDoing({ what: 'proving', act })} />
          ) : (
            <NoSecondStep onBegin={() => void enrol(authenticator.begin()).catch(fail)} />
          )
        }
      </Loaded>
      {doing?.what === 'proving' && (
        <ProofDialog title={titles[doing.act]} onSubmit={acts[doing.act]} onClose={close} />
      )}
      {doing?.what === 'enrolling' && (
        <EnrolDialog email={email} secret={doing.secret} onConfirm={confirm} onClose={close} />
      )}
    </section>
  )
}

/** The pool's requirement, and the possible actions. */
function InForce({ required, onAct }: { required: boolean; onAct: (act: Act) => void }) {
  return (
    <>
      <p className={classes.hint}>
        You need your authenticator app at each sign-in.{required && ' Your organization requires it.'} The
        user pool that manages your sign-in has no recovery codes. Without your authenticator, only an
        administrator can restore your access.
      </p>
      <InForceActs required={required} onAct={onAct} />
    </>
  )
}
