import { Button, Loader } from '@mantine/core'
import { IconChartHistogram } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { FrameMessage } from '@verbatim/contract/embedded-insights.ts'
import { insightSourceNames } from '@verbatim/contract/insight-providers.ts'
import type { Insight } from '@verbatim/contract/insights.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { ErrorState } from '@verbatim/ui/ErrorState.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { failureWords } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import classes from './EmbeddedInsight.module.css'
import { dashboardUrlQuery } from './queries.ts'

/** Our page in the frame reports its state before it has loaded; any other page never does. */
const silentMs = 1_000

type State = 'opening' | 'stopped' | 'ended' | 'silent' | Exclude<FrameMessage, { state: 'spent' }>

/** An insight that another product shows, in a frame. Each opening has an address of its own. */
export function EmbeddedInsight({ insight }: { insight: Insight }) {
  const [opening, setOpening] = useState({ count: 0, isByItself: false })
  const [state, setState] = useState<State>('opening')
  const openAgain = (isByItself: boolean) => {
    setOpening(({ count }) => ({ count: count + 1, isByItself }))
    setState('opening')
  }
  const again = (
    <Button variant="default" onClick={() => openAgain(false)}>
      Open again
    </Button>
  )
  const provider = insight.providerName ?? insightSourceNames[insight.provider]
  if (state === 'stopped') return <Closed title="Not opened" action={again} />
  if (state === 'ended')
    return (
      <Closed title="This session has ended" action={again}>
        {provider} shows an insight for a limited time. Open it again to continue.
      </Closed>
    )
  if (state === 'silent')
    return <NotShown text={`${provider} could not be opened. Try again in a moment.`} action={again} />
  if (state !== 'opening' && state.state === 'failed') return <NotShown text={state.text} action={again} />
  return (
    <Frame
      key={opening.count}
      insight={insight}
      opening={opening.count}
      provider={provider}
      isOpen={state !== 'opening'}
      action={again}
      onMessage={(message) => {
        if (message.state !== 'spent') setState(message)
        // Once: the browser may have been asleep for longer than an address lasts.
        else if (opening.isByItself)
          setState({
            source: message.source,
            state: 'failed',
            text: 'This link has already been used or has expired.',
          })
        else openAgain(true)
      }}
      onEnd={setState}
    />
  )
}

interface FrameProps {
  insight: Insight
  opening: number
  provider: string
  isOpen: boolean
  action: ReactNode
  onMessage: (message: FrameMessage) => void
  onEnd: (state: 'stopped' | 'ended' | 'silent') => void
}

function Frame({ insight: { id, name }, opening, provider, isOpen, action, onMessage, onEnd }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const queryClient = useQueryClient()
  const query = dashboardUrlQuery(useApi(), id, opening)
  const { data, error, refetch } = useQuery(query)
  const [endsAt, setEndsAt] = useState<number>()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isLoaded || isOpen) return undefined
    const timer = setTimeout(() => onEnd('silent'), silentMs)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const hear = ({ source, origin, data: said }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return
      const message = FrameMessage.safeParse(said)
      if (!message.success) return
      if (message.data.state === 'opened') setEndsAt(Date.now() + message.data.secondsLeft * 1_000)
      onMessage(message.data)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  })
  useEffect(() => {
    if (endsAt === undefined) return undefined
    const timer = setTimeout(() => onEnd('ended'), Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  })
  if (error) {
    const failure = asFailure(error)
    // What these say is the same for every screen.
    if (failure.code === 'purpose.required' || failure.code === 'network' || failure.status === 404)
      return <ErrorPage error={error} onRetry={() => void refetch()} />
    return <NotShown text={failureWords(failure)} action={action} />
  }
  return (
    <div className={classes.view}>
      {!isOpen && (
        <div className={classes.waiting} role="status">
          <Loader size="sm" />
          <span>
            Opening at <bdi>{provider}</bdi>…
          </span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              void queryClient.cancelQueries({ queryKey: query.queryKey })
              onEnd('stopped')
            }}
          >
            Stop
          </Button>
        </div>
      )}
      {data && (
        <iframe
          ref={frame}
          className={classes.frame}
          title={name}
          src={data.url}
          onLoad={() => setLoaded(true)}
          // The page in it is ours; it gives the provider's frame no more than these.
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
        />
      )}
    </div>
  )
}

function NotShown({ text, action }: { text: string; action: ReactNode }) {
  return (
    <ErrorState title="This insight can’t be shown now" action={action}>
      {text}
    </ErrorState>
  )
}

function Closed({ title, action, children }: { title: string; action: ReactNode; children?: ReactNode }) {
  return (
    <EmptyState icon={IconChartHistogram} title={title} action={action}>
      {children}
    </EmptyState>
  )
}
