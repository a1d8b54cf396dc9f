import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import type { ReactNode } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { groupNamesQuery } from '#lists/group-names.ts'
import { useApi } from '#shell/use-app-context.ts'
import classes from './Archiving.module.css'
import { ArchiveMails } from './ArchiveMails.tsx'
import { ArchivingForm } from './ArchivingForm.tsx'
import { ArchivingState } from './ArchivingState.tsx'
import { ArchivingSummary } from './ArchivingSummary.tsx'
import { BackFill } from './BackFill.tsx'
import { archivingQuery } from './queries.ts'

/** SMTP Integration: how messages go to an archive by mail, and the state of the mails. */
export function ArchivingScreen() {
  const api = useApi()
  const { data: groups } = useQuery(groupNamesQuery(api))
  return (
    <Loaded
      of={useQuery(archivingQuery(api))}
      pending={<Skeleton height={320} maw={920} aria-busy />}
      frame={framed}
    >
      {(data) => (
        <div className={classes.parts}>
          <ArchivingState settings={data.settings} />
          <ArchivingForm latest={data} groups={groups ?? []} />
          {data.settings && (
            <>
              <BackFill {...data} />
              <ArchivingSummary />
              <ArchiveMails />
            </>
          )}
        </div>
      )}
    </Loaded>
  )
}

const framed = (content: ReactNode) => (
  <Page title="SMTP Integration" layout="reading">
    {content}
  </Page>
)
