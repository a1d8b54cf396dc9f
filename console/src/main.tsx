import { StrictMode } from 'react'
import { openAppContext } from '@verbatim/client/app-context.ts'
import { isLeftIdle } from '@verbatim/client/idle-lock.ts'
import { createRoot } from 'react-dom/client'
import { App } from '#shell/App.tsx'
import { makeQueryClient } from '#shell/query-client.ts'
import { endWithSession } from '#shell/session-end.ts'
import { takeOverReloads } from '#failures/self-reload.ts'
import { StartFailed } from '#failures/StartFailed.tsx'
import { makeRouter } from './router.tsx'

takeOverReloads()
const place = document.querySelector('#root')
if (!place) throw new Error('The page has no root element')
const root = createRoot(place)

try {
  const app = await openAppContext(location.host)
  // A tab that is reopened after too long is locked, like one that stayed open.
  if (isLeftIdle({ shared: localStorage, now: () => Date.now() })) await app.session.lock()
  const queryClient = makeQueryClient()
  const router = makeRouter({ app, queryClient })
  endWithSession(router, queryClient, app.session)
  root.render(
    <StrictMode>
      <App router={router} queryClient={queryClient} />
    </StrictMode>,
  )
} catch (error) {
  root.render(<StartFailed error={error} />)
}
