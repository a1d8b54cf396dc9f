import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#shell/App.tsx'
import { installWorker } from '#shell/install-worker.ts'
import { makeQueryClient } from '#shell/query-client.ts'
import { endWithSession } from '#shell/session-end.ts'
import { StartFailed } from '#shell/StartFailed.tsx'
import { openVisit } from '#shell/visit.ts'
import { makeRouter } from './router.tsx'

const place = document.querySelector('#root')
if (!place) throw new Error('The page has no root element')
const root = createRoot(place)

try {
  const visit = await openVisit(location.host)
  const queryClient = makeQueryClient()
  const router = makeRouter({ visit, queryClient })
  endWithSession(router, queryClient, visit)
  root.render(
    <StrictMode>
      <App router={router} queryClient={queryClient} />
    </StrictMode>,
  )
} catch (error) {
  root.render(<StartFailed error={error} />)
}
if (import.meta.env.PROD) installWorker()
