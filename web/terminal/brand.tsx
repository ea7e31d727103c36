/** Who runs this terminal. */
export function Brand({ name }: { name: string }) {
  return (
    <div class="brand">
      <img src="/assets/icon.svg" alt="" />
      <span>{name === '' ? 'Openfloor' : name}</span>
    </div>
  )
}
