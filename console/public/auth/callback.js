// At the organization's own address: hands the answer of a sign-in to the console, which checks its state and exchanges
// its code. The address is always this very host's.
{
  const answer = new URLSearchParams(location.search)
  const passed = new URLSearchParams()
  for (const name of ['code', 'state', 'error']) if (answer.has(name)) passed.set(name, answer.get(name))
  location.replace(`/sign-in/return?${passed}`)
}
