import { Skeleton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { failures } from '@verbatim/contract/errors.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import type { ReactNode } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { singleSignOnQuery } from './queries.ts'
import { SingleSignOnForm } from './SingleSignOnForm.tsx'

/** Single Sign-On: whether it is offered, and the organization's own provider. */
export function SingleSignOnScreen() {
  return (
    <Loaded
      of={useQuery(singleSignOnQuery(useApi()))}
      pending={<Skeleton height={320} maw={920} aria-busy />}
      frame={framed}
    >
      {(data) =>
        data.isKeptElsewhere ? (
          <EmptyState icon={IconKey} title="Nothing to set up here">
            {failures['single-sign-on.kept-elsewhere'].message} Ask the operator of this installation to
            change it there.
          </EmptyState>
        ) : (
          <SingleSignOnForm latest={data} />
        )
      }
    </Loaded>
  )
}

const framed = (content: ReactNode) => (
  <Page title="Single Sign-On" layout="reading">
    {content}
  </Page>
)
