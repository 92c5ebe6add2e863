declare module 'virtual:messages' {
  /** By language, a function that loads its messages. */
  const languages: Record<string, () => Promise<{ default: Record<string, string> }>>;
  export default languages;
}
