import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import type { ReactNode } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { profileQuery } from './queries.ts'

/** Organization Profile: the organization's details, its sign-in requirements, and its retention. */
export function ProfileScreen() {
  return (
    <Loaded of={useQuery(profileQuery(useApi()))} pending={<Waiting />} frame={framed}>
      {(data) => <ProfileForm latest={data} />}
    </Loaded>
  )
}

const framed = (content: ReactNode) => (
  <Page title="Organization Profile" layout="reading">
    {content}
  </Page>
)

function Waiting() {
  return (
    <Stack gap="xl" aria-busy>
      {[0, 1, 2].map((section) => (
        <Stack key={section} gap="sm" maw={640}>
          <Skeleton height={20} width={160} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ))}
    </Stack>
  )
}
