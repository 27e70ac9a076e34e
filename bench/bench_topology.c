/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_topology.c - S4's tables I to III: operations on blocks by topology and sequence.
 *
 *   bench_topology
 *
 * CSV: table, row, then A, M, I, F, NNZ as they are counted, and as they are
 * printed where they are. Rows:
 *   given            the sequence that the paper gives
 *   automatic        the sequence with the least fill
 *   divided          after index reduction: bodies in parts of at most so many joints, least fill
 *   kept             bodies with more than three joints are eliminated after them instead
 */
#include <stdio.h>
#include <stdlib.h>

#include "s4_tables.h"

static bool print_row(const char* table, const char* row, const char* what, const lw_topology* t,
                      int index, const int* sequence, const lw_block_count* printed)
{
  lw_elimination* e = NULL;
  if (!t || lw_topology_eliminate(t, index, sequence, &e) != LW_OK) {
    return false;
  }
  const lw_block_count* c = &e->count;
  printf("%s,%s,%s,%ld,%ld,%ld,%ld,%ld", table, row, what, c->additions, c->multiplications,
         c->inversions, c->fill, c->nonzeros);
  if (printed) {
    printf(",%ld,%ld,%ld,%ld,%ld\n", printed->additions, printed->multiplications,
           printed->inversions, printed->fill, printed->nonzeros);
  } else {
    printf(",,,,,\n");
  }
  lw_elimination_destroy(e);
  return true;
}

/* the topology after index reduction to parts of at most so many joints */
static bool print_divided(const char* table, const char* row, const lw_topology* t, int index,
                          const lw_block_count* printed)
{
  lw_topology* divided = NULL;
  char         what[32];
  snprintf(what, sizeof what, "divided %d", index);
  const bool ok = t && lw_topology_divide(t, index, &divided) == LW_OK &&
                  print_row(table, row, what, divided, 0, NULL, printed);
  lw_topology_destroy(divided);
  return ok;
}

static bool print_table_1(void)
{
  bool ok = true;
  for (int i = 0; i < LW_S4_STARS; i++) {
    const lw_s4_star* row = &lw_s4_table_1()[i];
    lw_topology*      t   = lw_s4_make_star(row->njoint);
    char              name[32];
    snprintf(name, sizeof name, "%d joints", row->njoint);
    ok = ok && print_row("I", name, "automatic", t, 0, NULL, &row->plain) &&
         print_divided("I", name, t, 3, &row->divided) &&
         print_row("I", name, "kept", t, 3, NULL, NULL);
    lw_topology_destroy(t);
  }
  return ok;
}

static bool print_table_2(void)
{
  lw_topology* t  = lw_s4_make_seven();
  bool         ok = true;
  for (int i = 0; i < 2; i++) {
    const lw_s4_row* row = &lw_s4_table_2()[i];
    ok = ok && print_row("II", row->name, "given", t, 0, row->sequence, &row->printed);
  }
  ok = ok && print_row("II", "seven bodies", "automatic", t, 0, NULL, NULL);
  lw_topology_destroy(t);
  return ok;
}

static bool print_table_3(void)
{
  lw_topology *    t = lw_s4_make_hmmwv(), *divided = lw_s4_make_hmmwv_divided();
  const lw_s4_row* row = lw_s4_table_3();
  const bool       ok =
      print_row("III", row[0].name, "given", t, 0, row[0].sequence, &row[0].printed) &&
      print_row("III", row[1].name, "given", t, 0, row[1].sequence, &row[1].printed) &&
      print_row("III", row[2].name, "chassis in seven parts", divided, 0, NULL, &row[2].printed) &&
      print_row("III", "HMMWV", "automatic", t, 0, NULL, NULL) &&
      print_divided("III", "HMMWV", t, 3, NULL) && print_divided("III", "HMMWV", t, 4, NULL) &&
      print_row("III", "HMMWV", "kept", t, 3, NULL, NULL);
  lw_topology_destroy(t);
  lw_topology_destroy(divided);
  return ok;
}

int main(void)
{
  printf("table,row,what,A,M,I,F,NNZ,printed A,printed M,printed I,printed F,printed NNZ\n");
  if (!print_table_1() || !print_table_2() || !print_table_3()) {
    fprintf(stderr, "bench_topology: out of memory\n");
    return 1;
  }
  return 0;
}
