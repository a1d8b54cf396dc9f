import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import classes from './Toasts.module.css'

export interface Toast {
  readonly tone: 'done' | 'failed'
  readonly title: string
  readonly message?: string
  /** An undo, or the next step. The toast then stays until the user answers. */
  readonly action?: { readonly label: string; readonly act: () => void }
  /** One toast for all of a series, such as "changes": the newest replaces the one before, and counts. */
  readonly series?: string
}

interface ShownToast extends Toast {
  readonly id: string
  /** Its place in its series, from 1. */
  readonly count: number
}

const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** Shows that something was done, or failed, without interrupting the user. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext)
}

const mostAtOnce = 4

/** What only says that something was done makes room for the next. */
const asks = ({ tone, action }: Toast) => tone === 'failed' || action !== undefined

/** The toasts after another one came. */
function withNext(known: readonly ShownToast[], toast: Toast): readonly ShownToast[] {
  const isOne = ({ series }: Toast) => series !== undefined && series === toast.series
  const count = (known.find(isOne)?.count ?? 0) + 1
  const others = known.filter((one) => asks(one) && !isOne(one))
  return [...others, { ...toast, count, id: crypto.randomUUID() }].slice(-mostAtOnce)
}

/** Provides toasts to everything below it. New toasts are announced; failures at once. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownToast[]>([])
  const show = useCallback((toast: Toast) => setShown((known) => withNext(known, toast)), [])
  const dismiss = useCallback((id: string) => {
    setShown((known) => known.filter((toast) => toast.id !== id))
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <section className={classes.toasts} aria-label="Notifications" aria-live="polite" data-screen-only>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDismiss={dismiss} />
        ))}
      </section>
    </ToastContext>
  )
}

const readingMs = { done: 4000, failed: 12_000, action: 15_000 }

function ToastCard({ toast, onDismiss }: { toast: ShownToast; onDismiss: (id: string) => void }) {
  const { id, tone, title, message, action, series, count } = toast
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => onDismiss(id), action ? readingMs.action : readingMs[tone])
    return () => clearTimeout(timer)
  }, [held, id, tone, action, onDismiss])
  const ToneIcon = tone === 'done' ? IconCheck : IconAlertTriangle
  const hold = (next: boolean) => () => setHeld(next)
  return (
    <div
      className={classes.toast}
      data-tone={tone}
      data-asks={asks(toast) || undefined}
      data-series={series}
      role={tone === 'failed' ? 'alert' : 'status'}
      onMouseEnter={hold(true)}
      onMouseLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <ToneIcon size={18} aria-hidden />
      <div className={classes.words}>
        <div className={classes.title}>
          {title}
          {count > 1 && <span className={classes.count}>{`${count} times`}</span>}
        </div>
        {message && (
          <>
            {' '}
            <div className={classes.message}>{message}</div>
          </>
        )}
      </div>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            onDismiss(id)
            action.act()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => onDismiss(id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
