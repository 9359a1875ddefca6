# What a controller might tell of its model: mass matrix and gravity vector of a planar arm, 20 poses.
# Links of 0.5 m, 20 and 15 kg, centres of mass half way, inertias of thin rods.
BEGIN {
    l = 0.5; m1 = 20; m2 = 15; c = 0.25; g = 9.81
    i1 = m1 * l * l / 12; i2 = m2 * l * l / 12
    print "q1,q2,M11,M12,M22,g1,g2"
    for (k = 0; k < 20; k++) {
        q1 = sin(k); q2 = cos(1.7 * k)
        m22 = i2 + m2 * c * c
        m12 = m22 + m2 * l * c * cos(q2)
        m11 = i1 + m1 * c * c + m2 * l * l + m22 + 2 * m2 * l * c * cos(q2)
        g2 = m2 * g * c * cos(q1 + q2)
        g1 = (m1 * c + m2 * l) * g * cos(q1) + g2
        printf "%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f\n", q1, q2, m11, m12, m22, g1, g2
    }
}
