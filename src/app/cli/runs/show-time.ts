/** A moment as people read it, to the second, in UTC. */
export function showMoment(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** How long something took: `0.4 s`, `3 min 5 s`, `2 h 10 min`; nobody knows where the clock was set back meanwhile. */
export function showDuration(ms: number): string {
  if (ms < 0) return 'unknown';
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
