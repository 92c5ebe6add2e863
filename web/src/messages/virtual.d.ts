declare module 'virtual:messages' {
  type Load = () => Promise<{ default: Record<string, string> }>;
  /** By language, functions that load its messages: the home page's, other pages', each game's. */
  const languages: Record<string, { home: Load; later: Load; games: Record<string, Load> }>;
  export default languages;
}
