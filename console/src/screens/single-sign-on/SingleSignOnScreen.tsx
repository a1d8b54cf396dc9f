import { Skeleton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { failures } from '@verbatim/contract/errors.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { singleSignOnQuery } from './queries.ts'
import { SingleSignOnForm } from './SingleSignOnForm.tsx'

/** Single Sign-On: whether it is offered, and the organization's own provider. */
export function SingleSignOnScreen() {
  const { data, error, refetch } = useQuery(singleSignOnQuery(useApi()))
  if (error && !data) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return (
    <Page title="Single Sign-On" layout="reading">
      {!data && <Skeleton height={320} maw={920} aria-busy />}
      {data && !data.isKeptElsewhere && <SingleSignOnForm latest={data} />}
      {data?.isKeptElsewhere && (
        <EmptyState icon={IconKey} title="Nothing to set up here">
          {failures['single-sign-on.kept-elsewhere'].message} Ask the operator of this installation to change
          it there.
        </EmptyState>
      )}
    </Page>
  )
}
