import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import {
  InsightProviderDraft,
  providerKindNames,
  providerProblemTexts,
  testInsightProvider,
} from '@verbatim/contract/insight-providers.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { isSameText } from '#editor/rebase.ts'
import { readBody } from '#editor/use-editing.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import { type ProviderTypes, type ProviderValues, toBody } from './provider-form.ts'

interface Test {
  readonly body: InsightProviderDraft
  readonly of: ProviderValues
}

/** Asks the product with what is entered, saved or not, and says what is wrong. */
export function TestProvider({ editor: { form, values, base, canEdit } }: EditorProps<ProviderTypes>) {
  const api = useApi()
  const tellFailure = useFailureToast()
  const { mutate, data, variables, isPending } = useMutation({
    mutationFn: ({ body }: Test) =>
      api(testInsightProvider, { body: { ...body, ...(base && { id: base.id }) } }),
    onError: (error) => {
      const { code, message } = asFailure(error)
      if (code === 'insight-provider.no-secret') form.setFieldError('secret', message)
      else if (code === 'insight-provider.no-api-key') form.setFieldError('apiKey', message)
      else tellFailure('The connection was not tested', error)
    },
  })
  if (!canEdit) return null
  const start = () => {
    const { body, errors } = readBody({ schema: InsightProviderDraft, toBody }, values)
    form.setErrors(errors)
    if (body) mutate({ body, of: values })
  }
  const isOfThese = variables && isSameText(variables.of, values)
  return (
    <Group>
      <Button variant="default" loading={isPending} onClick={start}>
        Test connection
      </Button>
      <div role="status">
        {data &&
          isOfThese &&
          !isPending &&
          (data.problem
            ? providerProblemTexts[data.problem]
            : `${providerKindNames[values.kind]} answers. The connection works.`)}
      </div>
    </Group>
  )
}
