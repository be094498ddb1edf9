/** Every choice of at least one of these, in their order. */
export function columnSubsets<Item>(items: readonly Item[]): Item[][] {
  return items
    .reduce<Item[][]>((chosen, item) => [...chosen, ...chosen.map((one) => [...one, item])], [[]])
    .filter((one) => one.length > 0);
}
