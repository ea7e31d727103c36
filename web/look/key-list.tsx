export function KeyList({ keys }: { keys: readonly (readonly [string, string])[] }) {
  return (
    <dl class="keys">
      {keys.map(([key, what]) => (
        <>
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </>
      ))}
    </dl>
  )
}
