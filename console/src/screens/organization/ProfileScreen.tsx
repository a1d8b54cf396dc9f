import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { profileQuery } from './queries.ts'

/** Organization Profile: the organization's details, its sign-in requirements, and its retention. */
export function ProfileScreen() {
  const { data, error, refetch } = useQuery(profileQuery(useApi()))
  if (error && !data) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return (
    <Page title="Organization Profile" layout="reading">
      {data ? <ProfileForm latest={data} /> : <Waiting />}
    </Page>
  )
}

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
