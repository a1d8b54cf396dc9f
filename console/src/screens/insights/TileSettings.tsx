import { ActionIcon, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import {
  IconArrowBarToDown,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Direction, movedTo, resizedTo, withoutTile } from '@verbatim/contract/insight-grid.ts'
import {
  type CountedTile,
  type Dimension,
  dimensionNames,
  seesTile,
  tileLimits,
  tileMetrics,
} from '@verbatim/contract/insight-tiles.ts'
import { definitionOf, type MetricId } from '@verbatim/contract/metric-definitions.ts'
import { tileTitle } from '@verbatim/contract/tile-titles.ts'
import { LimitedInput, LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { useViewer } from '#shell/use-app-context.ts'
import { FilterFields } from './FilterFields.tsx'
import type { InsightTypes } from './insight-editor.tsx'
import { adapted, dimensionsOf, type FormTile } from './insight-form.ts'
import { useTileHistory } from './tile-history.tsx'

/** What the chosen tile shows, and where. */
export function TileSettings({ editor }: EditorProps<InsightTypes>) {
  const { values, openItem, canEdit, form } = editor
  const { change } = useTileHistory()
  const tile = values.tiles.find(({ key }) => key === openItem)
  if (!canEdit) return <Text c="dimmed">You can view this insight but not change it.</Text>
  if (values.provider) return null
  if (!tile)
    return (
      <Stack gap="xs">
        <Title order={3}>Tile settings</Title>
        <Text c="dimmed">Add a tile, or select the pencil on one, to choose what it shows.</Text>
      </Stack>
    )
  const set = (next: FormTile, series?: string) =>
    change(
      values.tiles.map((one) => (one.key === tile.key ? next : one)),
      series && `${series} of ${tile.key}`,
    )
  return (
    <Stack gap="md" key={tile.key}>
      <Title order={3}>
        <bdi>{tileTitle(tile)}</bdi>
      </Title>
      {tile.kind === 'text' ? (
        <LimitedTextarea
          label="Text"
          minRows={3}
          limit={tileLimits.text}
          value={tile.text}
          error={form.errors[`tiles.${tile.key}.text`]}
          onChange={({ currentTarget: { value } }) => set({ ...tile, text: value }, 'text')}
        />
      ) : (
        <CountedSettings tile={tile} onChange={set} error={form.errors[`tiles.${tile.key}.title`]} />
      )}
      <PlaceButtons tile={tile} tiles={values.tiles} onChange={change} />
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => {
          change(withoutTile(values.tiles, tile.id))
          editor.setOpenItem(undefined)
        }}
      >
        Remove this tile
      </Button>
    </Stack>
  )
}

interface CountedSettingsProps {
  tile: FormTile & CountedTile
  onChange: (tile: FormTile, series?: string) => void
  error: ReactNode
}

function CountedSettings({ tile, onChange, error }: CountedSettingsProps) {
  const { permissions } = useViewer()
  const offered = tileMetrics.filter(
    (metric) =>
      seesTile(permissions, { metric, filter: {} }) &&
      (tile.kind === 'figure' || dimensionsOf(metric).length > 0),
  )
  const set = (made: Partial<CountedTile>) => onChange(adapted(tile, made))
  const { meaning, formula } = definitionOf(tile.metric)
  return (
    <>
      <LimitedInput
        label="Title"
        placeholder={tileTitle({ ...tile, title: undefined })}
        limit={tileLimits.title}
        value={tile.title ?? ''}
        error={error}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...tile, title: value === '' ? undefined : value }, 'title')
        }
      />
      <Select
        label="Metric"
        description={`${meaning} ${formula}`}
        inputWrapperOrder={['label', 'input', 'description']}
        searchable
        allowDeselect={false}
        data={offered.map((id) => ({ value: id, label: definitionOf(id).name }))}
        value={tile.metric}
        onChange={(metric) => metric && set({ metric: metric as MetricId })}
      />
      {tile.kind !== 'figure' && (
        <Select
          label="Broken down by"
          allowDeselect={false}
          data={dimensionsOf(tile.metric)
            .filter((by) => seesTile(permissions, { ...tile, by, filter: {} }))
            .map((by) => ({ value: by, label: dimensionNames[by] }))}
          value={tile.by}
          onChange={(by) => by && set({ by: by as Dimension })}
        />
      )}
      {tile.kind === 'chart' && tile.by === 'day' && (
        <Select
          label="Chart type"
          allowDeselect={false}
          data={[
            { value: 'line', label: 'Line' },
            { value: 'columns', label: 'Columns' },
          ]}
          value={tile.form}
          onChange={(form) => set({ form: form === 'columns' ? 'columns' : 'line' })}
        />
      )}
      {!('by' in tile && tile.by === 'representative') && (
        <FilterFields metric={tile.metric} filter={tile.filter} onChange={(filter) => set({ filter })} />
      )}
    </>
  )
}

const moves = [
  ['left', 'Move left', IconArrowLeft],
  ['right', 'Move right', IconArrowRight],
  ['up', 'Move up', IconArrowUp],
  ['down', 'Move down', IconArrowDown],
] as const
const resizes = [
  ['left', 'Narrower', IconArrowBarToLeft],
  ['right', 'Wider', IconArrowBarToRight],
  ['up', 'Shorter', IconArrowBarToUp],
  ['down', 'Taller', IconArrowBarToDown],
] as const

interface PlaceButtonsProps {
  tile: FormTile
  tiles: readonly FormTile[]
  onChange: (tiles: readonly FormTile[], series?: string) => void
}

/** Moves and resizes without dragging. */
function PlaceButtons({ tile, tiles, onChange }: PlaceButtonsProps) {
  const button = (
    [direction, label, ButtonIcon]: (typeof moves)[number] | (typeof resizes)[number],
    act: (of: readonly FormTile[], id: string, direction: Direction) => readonly FormTile[],
  ) => (
    <ActionIcon
      key={label}
      variant="default"
      size={32}
      aria-label={label}
      title={label}
      onClick={() => onChange(act(tiles, tile.id, direction), `buttons of ${tile.key}`)}
    >
      <ButtonIcon size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Place and size
      </Text>
      <Group gap={4}>
        {moves.map((one) => button(one, movedTo))}
        {resizes.map((one) => button(one, resizedTo))}
      </Group>
    </div>
  )
}
