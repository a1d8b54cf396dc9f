import { Button } from '@mantine/core'
import type { Failure } from '@verbatim/client/failure.ts'
import { isMissingModule } from '@verbatim/client/missing-module.ts'
import { retryAfterDetail } from '@verbatim/client/retry.ts'
import { ownFailures } from '@verbatim/contract/own-failures.ts'
import { ErrorState } from '@verbatim/ui/ErrorState.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useEffect, useState } from 'react'
import { Countdown } from '@verbatim/ui/sign-in/Countdown.tsx'
import { askForPermission, failureOf, missingPermission } from './failure-of.ts'
import { GoBack } from './GoBack.tsx'
import { MainPart } from '@verbatim/ui/frame/MainPart.tsx'
import { PendingPage } from './PendingPage.tsx'
import { isReloadDue, noteReload } from './self-reload.ts'

interface ErrorPageProps {
  error: unknown
  onRetry?: (() => void) | undefined
}

/**
 * Replaces a screen that is missing, forbidden, unreachable or broken. Shows whether anything was lost, and what to do.
 * Depends on the failure's code, never on its text.
 */
export function ErrorPage({ error, onRetry }: ErrorPageProps) {
  if (isMissingModule(error)) return <FailedLoad />
  const failure = failureOf(error)
  if (!failure) return <Unexpected onRetry={onRetry} />
  const { code, status } = failure
  if (code === 'request.bad-host' || code === 'organization.not-found')
    return <NoOrganization failure={failure} />
  if (code === 'organization.closed') return <Closed />
  if (code === 'mailbox.closed') return <MailboxClosed failure={failure} />
  if (code === 'purpose.required') return <WithoutPurpose failure={failure} onRetry={onRetry} />
  if (status === 404) return <Missing failure={failure} />
  if (status === 403) return <Forbidden failure={failure} />
  if (status === 400) return <Meaningless failure={failure} />
  if (code === 'network' || [429, 502, 503, 504].includes(status))
    return <OutOfReach failure={failure} onRetry={onRetry} />
  return <Unexpected requestId={failure.requestId} onRetry={onRetry} />
}

function Missing({ failure: { message, requestId } }: { failure: Failure }) {
  return (
    <ErrorState title={message} requestId={requestId} action={<GoBack />}>
      It may have been removed, or your permission profiles don’t include it. Nothing was changed.
    </ErrorState>
  )
}

function Forbidden({ failure }: { failure: Failure }) {
  const permission = missingPermission(failure)
  return (
    <ErrorState title="You don’t have access" requestId={failure.requestId} action={<GoBack />}>
      {permission ? (
        <>
          You need the permission <code>{permission}</code>. {askForPermission}
        </>
      ) : (
        failure.message
      )}
    </ErrorState>
  )
}

/** The frame asks for the purpose too. */
function WithoutPurpose({
  failure: { message },
  onRetry,
}: {
  failure: Failure
  onRetry: ErrorPageProps['onRetry']
}) {
  return (
    <ErrorState title="State a purpose to read this" action={<Retry onRetry={onRetry} />}>
      {message}
    </ErrorState>
  )
}

function Meaningless({ failure: { message, requestId } }: { failure: Failure }) {
  return (
    <ErrorState title="This link isn’t valid" requestId={requestId} action={<GoBack />}>
      {message}
    </ErrorState>
  )
}

/** The organization's endpoints no longer answer. */
function Closed() {
  return (
    <MainPart>
      <ErrorState title="This organization is closed" action={<Reload />}>
        Its records are kept. Contact the operator of this installation.
      </ErrorState>
    </MainPart>
  )
}

function MailboxClosed({ failure: { message } }: { failure: Failure }) {
  return (
    <MainPart>
      <ErrorState title="The mailbox is closed" action={<GoBack />}>
        {message}
      </ErrorState>
    </MainPart>
  )
}

/** The page's address does not name an organization. */
function NoOrganization({ failure }: { failure: Failure }) {
  return (
    <ErrorState title={failure.message}>
      An address has three parts: the organization or environment, then the two parts of the main domain, as
      in <code>acme.verbatim.example</code>. Check it or ask the person who sent it to you.
    </ErrorState>
  )
}

/** A temporary failure. The page tries again by itself, or at once on request. */
function OutOfReach({ failure, onRetry }: { failure: Failure; onRetry: ErrorPageProps['onRetry'] }) {
  const [round, setRound] = useState({ failure, endsAt: endOf(failure) })
  if (round.failure !== failure) setRound({ failure, endsAt: endOf(failure) })
  const retry = onRetry ?? (() => location.reload())
  return (
    <ErrorState
      title={failure.message}
      requestId={failure.requestId}
      action={<Button onClick={retry}>Try again now</Button>}
    >
      Several attempts failed. Next attempt{' '}
      <Countdown key={round.endsAt} endsAt={round.endsAt} onEnd={retry} />. Nothing was changed, and your
      input is kept.
    </ErrorState>
  )
}

const nextTryMs = 30_000

function endOf({ details }: Failure): number {
  const asked = details[retryAfterDetail]
  return Date.now() + (typeof asked === 'number' ? asked * 1000 : nextTryMs)
}

interface UnexpectedProps {
  requestId?: string | undefined
  onRetry: ErrorPageProps['onRetry']
}

function Unexpected({ requestId, onRetry }: UnexpectedProps) {
  return (
    <ErrorState
      title={ownFailures.internal.message}
      requestId={requestId}
      action={<Retry onRetry={onRetry} />}
    >
      Nothing was changed, and your input is kept.
      {requestId && ' If it happens again, give the request ID below to your administrator.'}
    </ErrorState>
  )
}

/**
 * A part of the program could not be downloaded, because a newer version replaced it or the network failed. The page tries
 * to solve the first by itself.
 */
function FailedLoad() {
  const [isReloading] = useState(() =>
    isReloadDue({
      href: location.href,
      nowMs: Date.now(),
      isOnline: navigator.onLine,
      storage: sessionStorage,
    }),
  )
  useEffect(() => {
    if (!isReloading) return
    noteReload({ href: location.href, nowMs: Date.now(), storage: sessionStorage })
    location.reload()
  }, [isReloading])
  if (isReloading) return <PendingPage />
  return (
    <ErrorState title="This part of Verbatim could not be loaded" action={<Reload />}>
      A newer version may have been installed, or the connection was lost. Nothing was changed, and your input
      is kept.
    </ErrorState>
  )
}

function Reload() {
  return (
    <Button component="a" href={location.href}>
      Reload
    </Button>
  )
}

function Retry({ onRetry }: { onRetry: ErrorPageProps['onRetry'] }) {
  return onRetry ? <Button onClick={onRetry}>Try again</Button> : <Reload />
}

/** An address without a screen. */
export function NotFoundPage() {
  return (
    <MainPart>
      <ErrorState title="This page doesn’t exist" action={<TextLink href="/">Go to the main page</TextLink>}>
        The address may be mistyped or from another version. Nothing was changed.
      </ErrorState>
    </MainPart>
  )
}
